/// Why bytes are no message, or why descriptors do not fit together.
package struct WireError: Error, Hashable {
  /// What a caller may react to; everything else is for the log.
  package enum Code: Hashable, Sendable {
    /// The bytes end inside a field.
    case truncated
    /// The bytes are none that protobuf's encoding knows.
    case malformed
    /// A field has another wire type than its declaration.
    case wrongType
    /// A text is not UTF-8.
    case badText
    /// Messages or groups stand too deep inside each other.
    case tooDeep
    /// A name is none, or stands for nothing.
    case badName
    /// More of something than the limits allow.
    case tooLarge
    /// A file, message or enum that is referred to is not there.
    case missing
    /// Something that may be declared once is declared twice.
    case duplicate
    /// Files import each other.
    case cycle
  }

  /// What was being done.
  package enum Operation: Hashable, Sendable {
    /// Taking a message apart.
    case decode
    /// Bringing descriptors together.
    case resolve
  }

  /// What a caller may react to.
  package var code: Code
  /// What was being done.
  package var operation: Operation
  /// The message and the fields that lead to the trouble: `grpc.health.v1.HealthCheckRequest.service`.
  package var field: String
  /// The reason, without any value.
  package var detail: String

  /// Makes an error that reads "cannot `operation` `field`: `detail`".
  package init(_ code: Code, _ field: String, _ detail: String, operation: Operation = .decode) {
    self.code = code
    self.operation = operation
    self.field = field
    self.detail = detail
  }

  /// Makes an error of the very field that its throwers name on the way out.
  package init(_ code: Code, _ detail: String) {
    self.init(code, "", detail)
  }

  /// The same error, seen from the message or field that holds the one it names.
  package func inside(_ outer: String) -> Self {
    var error = self
    error.field = field.isEmpty ? outer : "\(outer).\(field)"
    return error
  }
}

extension WireError: CustomStringConvertible {
  /// The message.
  package var description: String {
    let object = field.isEmpty ? "a message" : field
    return "cannot \(operation == .decode ? "decode" : "resolve") \(object): \(detail)"
  }
}
