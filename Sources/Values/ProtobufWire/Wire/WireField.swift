/// One field as it stands in a message: its number and what follows.
///
/// The methods give the value as the type that the field is declared with, and name the field in what
/// they throw if its wire type is another.
package struct WireField: Hashable, Sendable {
  /// The numbers that a field can have.
  package static let numbers = 1...0x1FFF_FFFF

  static let tooDeep = WireError(
    .tooDeep, "messages stand deeper than \(WireReader.maximumDepth) inside each other")

  /// The field's number.
  package let number: Int
  /// What stands after it.
  package let value: WireValue
  private let depth: Int

  init(number: Int, value: WireValue, depth: Int) {
    self.number = number
    self.value = value
    self.depth = depth
  }

  /// The number of a `uint64`.
  package func uint64(_ name: StaticString) throws(WireError) -> UInt64 {
    guard case .varint(let number) = value else { throw wrongType("a varint", name) }
    return number
  }

  /// The number of an `int64`.
  package func int64(_ name: StaticString) throws(WireError) -> Int64 {
    Int64(bitPattern: try uint64(name))
  }

  /// The number of a `uint32`; of longer ones the low bits count, as everywhere.
  package func uint32(_ name: StaticString) throws(WireError) -> UInt32 {
    UInt32(truncatingIfNeeded: try uint64(name))
  }

  /// The number of an `int32` or an enum; of longer ones the low bits count, as everywhere.
  package func int32(_ name: StaticString) throws(WireError) -> Int32 {
    Int32(truncatingIfNeeded: try uint64(name))
  }

  /// The number of a `sint64` or `sint32`.
  package func zigZag(_ name: StaticString) throws(WireError) -> Int64 {
    Self.unfold(try uint64(name))
  }

  /// The truth of a `bool`.
  package func bool(_ name: StaticString) throws(WireError) -> Bool {
    try uint64(name) != 0
  }

  /// The bits of a `fixed64`, `sfixed64` or `double`.
  package func fixed64(_ name: StaticString) throws(WireError) -> UInt64 {
    guard case .fixed64(let bits) = value else { throw wrongType("eight bytes", name) }
    return bits
  }

  /// The bits of a `fixed32`, `sfixed32` or `float`.
  package func fixed32(_ name: StaticString) throws(WireError) -> UInt32 {
    guard case .fixed32(let bits) = value else { throw wrongType("four bytes", name) }
    return bits
  }

  /// The number of a `double`.
  package func double(_ name: StaticString) throws(WireError) -> Double {
    Double(bitPattern: try fixed64(name))
  }

  /// The number of a `float`.
  package func float(_ name: StaticString) throws(WireError) -> Float {
    Float(bitPattern: try fixed32(name))
  }

  /// The bytes of a `bytes`.
  package func bytes(_ name: StaticString) throws(WireError) -> [UInt8] {
    Array(try slice(name))
  }

  /// The text of a `string`, which must be UTF-8.
  package func string(_ name: StaticString) throws(WireError) -> String {
    guard let text = String(validating: try slice(name), as: UTF8.self) else {
      throw WireError(.badText, "\(name)", "the text is not UTF-8")
    }
    return text
  }

  /// The message of a field, on its own.
  package func message<Message: WireReadable>(
    _ name: StaticString, as type: Message.Type = Message.self
  ) throws(WireError) -> Message {
    var message = Message()
    try merge(into: &message, name)
    return message
  }

  /// Adds the message of a field to what came for the same field before, which may be nothing.
  package func merge<Message: WireReadable>(
    into message: inout Message?, _ name: StaticString
  ) throws(WireError) {
    var merged = message ?? Message()
    // So that lists in it have one owner and grow in place.
    message = nil
    try merge(into: &merged, name)
    message = merged
  }

  /// Adds the message of a field to what came for the same field before.
  package func merge<Message: WireReadable>(
    into message: inout Message, _ name: StaticString
  ) throws(WireError) {
    let contents: ArraySlice<UInt8>
    switch value {
    case .bytes(let bytes), .group(let bytes): contents = bytes
    default: throw wrongType("a message", name)
    }
    do throws(WireError) {
      guard depth < WireReader.maximumDepth else { throw Self.tooDeep }
      try message.merge(WireReader(contents, depth: depth + 1))
    } catch {
      throw error.inside("\(name)")
    }
  }

  /// Adds the message of a member of a oneof to what came for the same member before; what came for
  /// another is gone.
  ///
  /// - Parameters:
  ///   - choice: Which member there is.
  ///   - name: What the member is called in errors.
  ///   - member: Makes the member.
  ///   - former: The message of that member.
  /// - Throws: What is wrong with the field.
  package func merge<Choice, Message: WireReadable>(
    into choice: inout Choice?, _ name: StaticString, as member: (Message) -> Choice,
    former: (Choice) -> Message?
  ) throws(WireError) {
    var message = choice.flatMap(former)
    // So that lists in it have one owner and grow in place.
    choice = nil
    try merge(into: &message, name)
    choice = message.map(member)
  }

  /// Adds an entry to a map; one that came before for the same key is gone.
  package func addEntry<Value: WireMessage>(
    to map: inout [String: Value], _ name: StaticString
  ) throws(WireError) {
    let entry = try message(name, as: WireMapEntry<Value>.self)
    map[entry.key] = entry.value
  }

  /// The numbers of a repeated field of varints, whether they are packed or stand alone.
  package func varints(_ name: StaticString) throws(WireError) -> [UInt64] {
    switch value {
    case .varint(let number): return [number]
    case .bytes(let bytes):
      var reader = WireReader(bytes)
      var numbers: [UInt64] = []
      do throws(WireError) {
        while let number = try reader.nextVarint() { numbers.append(number) }
      } catch {
        throw error.inside("\(name)")
      }
      return numbers
    default: throw wrongType("varints", name)
    }
  }

  /// The bits of a repeated field of eight bytes each, whether they are packed or stand alone.
  package func fixed64s(_ name: StaticString) throws(WireError) -> [UInt64] {
    if case .fixed64(let bits) = value { return [bits] }
    return try packedFixed(name)
  }

  /// The bits of a repeated field of four bytes each, whether they are packed or stand alone.
  package func fixed32s(_ name: StaticString) throws(WireError) -> [UInt32] {
    if case .fixed32(let bits) = value { return [bits] }
    return try packedFixed(name)
  }

  /// The number that zigzag coding folded: 0, -1, 1, -2 for 0, 1, 2, 3.
  package static func unfold(_ folded: UInt64) -> Int64 {
    Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  private func slice(_ name: StaticString) throws(WireError) -> ArraySlice<UInt8> {
    guard case .bytes(let bytes) = value else { throw wrongType("counted bytes", name) }
    return bytes
  }

  private func packedFixed<Bits: FixedWidthInteger>(
    _ name: StaticString
  ) throws(WireError) -> [Bits] {
    var reader = WireReader(try slice(name))
    var numbers: [Bits] = []
    do throws(WireError) {
      while let bits = try reader.nextFixed(Bits.self) { numbers.append(bits) }
    } catch {
      throw error.inside("\(name)")
    }
    return numbers
  }

  private func wrongType(_ expected: StaticString, _ name: StaticString) -> WireError {
    WireError(.wrongType, "\(name)", "expected \(expected), got \(value.name)")
  }
}
