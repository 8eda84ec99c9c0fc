/// What can be read from a message, field by field.
package protocol WireReadable: Sendable {
  /// The message's full name, for errors.
  static var wireName: String { get }

  /// Makes the value that no bytes at all stand for.
  init()

  /// Takes one field over; fields of other numbers are passed over, for peers may know more.
  mutating func read(_ field: WireField) throws(WireError)
}

extension WireReadable {
  /// Reads a message that stands in no other.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    try self.init(decoding: bytes[...])
  }

  /// Reads a message that stands in no other.
  package init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    self.init()
    do throws(WireError) {
      try merge(WireReader(bytes))
    } catch {
      throw error.inside(Self.wireName)
    }
  }

  mutating func merge(_ reader: consuming WireReader) throws(WireError) {
    while let field = try reader.nextField() { try read(field) }
  }
}
