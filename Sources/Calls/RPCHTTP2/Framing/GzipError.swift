/// Why a message could not be compressed or expanded.
struct GzipError: Error, Hashable {
  /// What a caller may react to; everything else is for the log.
  enum Code: Hashable, Sendable {
    /// The bytes are not of this format, or a checksum does not fit, or something follows the end.
    case corrupt
    /// The bytes stop before the end of the message.
    case truncated
    /// The message is larger than its limit.
    case tooLarge
    /// There is no memory, or zlib broke its word.
    case other
  }

  /// What a caller may react to.
  var code: Code
  /// What was being attempted, as a verb phrase: "expand a message".
  var operation: String
  /// The reason, without anything of the message.
  var detail: String

  /// States a fault.
  init(_ code: Code, cannot operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }
}

extension GzipError: CustomStringConvertible {
  /// "cannot OPERATION: DETAIL".
  var description: String { "cannot \(operation): \(detail)" }
}
