/// Why a message could not be made from values, or values from a message.
package struct CodecError: Error, Hashable {
  /// What a caller may react to; everything else is for the log.
  package enum Code: Hashable, Sendable {
    /// The bytes are not the message that they should be.
    case malformed
    /// More bytes, rows or entries than the limits allow.
    case tooLarge
    /// A column has not as many rows as its run.
    case wrongCount
    /// A number lies outside what its field permits.
    case outOfRange
    /// A text is not UTF-8 or holds the character U+0000.
    case badText
    /// A text is no unit.
    case badUnit
    /// A value that must be finite is not.
    case notFinite
    /// An instant lies outside the permitted years, or an end before its start.
    case badDate
    /// Something that may occur once occurs twice.
    case duplicate
    /// Something that must ascend does not.
    case unordered
    /// A field that has no place in this kind of message.
    case notAllowed
  }

  /// Which way the values went.
  package enum Operation: Hashable, Sendable {
    case encode
    case decode
  }

  package var code: Code
  package var operation: Operation
  /// The message and the fields that lead to the trouble: `SampleRun.starts.ticks`.
  package var field: String
  /// The reason, without any value of a sample.
  package var detail: String

  init(_ code: Code, _ field: String, _ detail: String, operation: Operation = .decode) {
    self.code = code
    self.operation = operation
    self.field = field
    self.detail = detail
  }

  /// An error in the very field that its throwers name on the way out.
  init(_ code: Code, _ detail: String, operation: Operation = .decode) {
    self.init(code, "", detail, operation: operation)
  }

  /// The same error, seen from the message or field that holds the one it names.
  func inside(_ outer: StaticString) -> Self {
    var error = self
    error.field = field.isEmpty ? "\(outer)" : "\(outer).\(field)"
    return error
  }
}

extension CodecError: CustomStringConvertible {
  package var description: String {
    "cannot \(operation == .decode ? "decode" : "encode") \(field): \(detail)"
  }
}

/// Runs `body` and names `field` in what it throws.
func at<Value>(
  _ field: StaticString, _ body: () throws(CodecError) -> Value
) throws(CodecError) -> Value {
  do throws(CodecError) {
    return try body()
  } catch {
    throw error.inside(field)
  }
}
