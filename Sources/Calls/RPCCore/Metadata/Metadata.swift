/// Names and values that travel beside the messages of a call, in order, names not unique.
///
/// A name is lower case; one that ends in `-bin` carries bytes, any other printable ASCII without
/// spaces at its ends.
package struct Metadata: Hashable, Sendable {
  /// What stands behind a name.
  package enum Value: Hashable, Sendable {
    case text(String)
    case binary([UInt8])
  }

  /// One name with its value.
  package struct Entry: Hashable, Sendable {
    package var name: String
    package var value: Value

    package init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  package private(set) var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Adds an entry, whatever is there under this name.
  ///
  /// - Returns: whether it could be added: the name must be legal, not reserved, and fit the value.
  @discardableResult
  package mutating func add(_ name: String, _ value: Value) -> Bool {
    guard MetadataName.isLegal(name.utf8), !MetadataName.isReserved(name.utf8) else { return false }
    switch value {
    case .text(let text):
      guard !MetadataName.isBinary(name.utf8), Self.isLegal(text.utf8) else { return false }
    case .binary:
      guard MetadataName.isBinary(name.utf8) else { return false }
    }
    entries.append(Entry(name: name, value: value))
    return true
  }

  /// Adds what a peer sent, whose names and values HTTP/2 has checked already.
  package mutating func addReceived(_ entry: Entry) {
    entries.append(entry)
  }

  /// Adds all of another's entries behind one's own.
  package mutating func append(_ other: Metadata) {
    entries.append(contentsOf: other.entries)
  }

  /// The values of a name, in order.
  package subscript(all name: String) -> [Value] {
    entries.filter { $0.name == name }.map(\.value)
  }

  /// The first text of a name.
  package subscript(text name: String) -> String? {
    for case (name, .text(let text)) in entries.lazy.map({ ($0.name, $0.value) }) { return text }
    return nil
  }

  /// The first bytes of a name.
  package subscript(binary name: String) -> [UInt8]? {
    for case (name, .binary(let bytes)) in entries.lazy.map({ ($0.name, $0.value) }) {
      return bytes
    }
    return nil
  }

  // RFC 9113 §8.2.1: a field's value neither begins nor ends with a space.
  private static func isLegal(_ text: String.UTF8View) -> Bool {
    text.first != 0x20 && text.last != 0x20 && text.allSatisfy { (0x20...0x7E).contains($0) }
  }
}

extension Metadata: ExpressibleByDictionaryLiteral {
  /// Entries that cannot be sent are our own mistake here, and trap.
  package init(dictionaryLiteral elements: (String, Value)...) {
    for (name, value) in elements {
      precondition(add(name, value), "cannot use metadata \(name): not legal")
    }
  }
}
