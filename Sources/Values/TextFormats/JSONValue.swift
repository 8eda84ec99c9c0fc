/// A JSON text as a value; objects keep the order of their members.
package enum JSONValue: Hashable, Sendable {
  /// One name and its value.
  package struct Member: Hashable, Sendable {
    /// The name, as written.
    package var name: String
    /// The value under that name.
    package var value: JSONValue

    /// Makes a member of an object.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The word `null`.
  case null
  /// The words `true` and `false`.
  case bool(Bool)
  /// A number written without fraction and exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members in order, no name twice.
  case object([Member])

  /// The deepest nesting that is read: more than any record of ours, and little enough for a stack.
  package static let maximumDepth = 64
  /// The longest text that is read: a value lives in memory at several times its length.
  package static let maximumByteCount = 8 * 1024 * 1024
  /// The longest number that is read: a double's exact decimal expansion is at most 1,077 bytes.
  package static let maximumNumberByteCount = 1100

  /// Reads exactly one value; what RFC 8259 does not allow is refused, and so is a name given twice.
  package init(parsing bytes: [UInt8]) throws(TextFlaw) {
    guard bytes.count <= Self.maximumByteCount else {
      throw TextFlaw(
        operation: "read JSON", detail: "longer than \(Self.maximumByteCount) bytes")
    }
    var parser = JSONParser(bytes)
    self = try parser.parseDocument()
  }

  /// Reads exactly one value.
  package init(parsing text: String) throws(TextFlaw) {
    try self.init(parsing: Array(text.utf8))
  }

  /// The member of that name, byte for byte, or `nil` where there is none or this is no object.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    // Text compares by meaning, names in a file by what is written.
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The text, or `nil` where this is none.
  package var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The truth value, or `nil` where this is none.
  package var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The whole number, or `nil` where this is none.
  package var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The number as a double, or `nil` where this is none or the double would not be exact.
  package var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(exactly: value)
    case .number(let value): value
    default: nil
    }
  }

  /// The values in order, or `nil` where this is no array.
  package var arrayValue: [JSONValue]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  /// The members in order, or `nil` where this is no object.
  package var objectValue: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}
