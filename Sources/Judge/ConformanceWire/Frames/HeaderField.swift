/// One header field of HTTP/2.
package struct HeaderField: Hashable, Sendable {
  package var name: String
  /// Bytes that are no UTF-8 stand as the characters of the same numbers.
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Reads bytes of any kind.
  package static func text(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

extension [HeaderField] {
  /// The value of the first field of the name.
  package func value(_ name: String) -> String? { first { $0.name == name }?.value }

  /// How many fields have the name.
  package func count(of name: String) -> Int { count { $0.name == name } }
}
