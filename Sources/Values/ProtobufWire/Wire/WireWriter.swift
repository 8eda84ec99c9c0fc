/// Appends fields to a message.
///
/// What proto3 leaves out, which is what stands for nothing (0, false, no text), is left out here too
/// unless `always` says that the field's presence matters: in a oneof, a list, an optional field.
package struct WireWriter {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []

  /// Makes a writer of an empty message.
  package init() {}

  /// Writes an `int32`, `int64`, `uint32`, `uint64` or an enum's number.
  package mutating func write(
    _ number: some FixedWidthInteger, field: Int, always: Bool = false
  ) {
    guard always || number != 0 else { return }
    writeTag(field, .varint)
    // Negative numbers of all widths take ten bytes: they are extended to 64 bits.
    writeVarint(UInt64(truncatingIfNeeded: number))
  }

  /// Writes a `sint32` or `sint64`.
  package mutating func write(zigZag number: Int64, field: Int, always: Bool = false) {
    guard always || number != 0 else { return }
    writeTag(field, .varint)
    writeVarint(Self.fold(number))
  }

  /// Writes a `bool`.
  package mutating func write(_ flag: Bool, field: Int, always: Bool = false) {
    write(flag ? 1 : 0, field: field, always: always)
  }

  /// Writes a `fixed64`, or the bits of a `sfixed64`.
  package mutating func write(fixed64 bits: UInt64, field: Int, always: Bool = false) {
    guard always || bits != 0 else { return }
    writeTag(field, .fixed64)
    writeFixed(bits)
  }

  /// Writes a `fixed32`, or the bits of a `sfixed32`.
  package mutating func write(fixed32 bits: UInt32, field: Int, always: Bool = false) {
    guard always || bits != 0 else { return }
    writeTag(field, .fixed32)
    writeFixed(bits)
  }

  /// Writes a `double`; minus zero is not nothing.
  package mutating func write(_ number: Double, field: Int, always: Bool = false) {
    write(fixed64: number.bitPattern, field: field, always: always)
  }

  /// Writes a `float`; minus zero is not nothing.
  package mutating func write(_ number: Float, field: Int, always: Bool = false) {
    write(fixed32: number.bitPattern, field: field, always: always)
  }

  /// Writes a `string`.
  package mutating func write(_ text: String, field: Int, always: Bool = false) {
    write(text.utf8, field: field, always: always)
  }

  /// Writes a `bytes`, or a message that is bytes already.
  package mutating func write(
    _ contents: some Collection<UInt8>, field: Int, always: Bool = false
  ) {
    guard always || !contents.isEmpty else { return }
    writeTag(field, .bytes)
    writeVarint(UInt64(contents.count))
    bytes += contents
  }

  /// Writes a value as it is, with the number of another field perhaps.
  package mutating func write(_ value: WireValue, field: Int) {
    writeTag(field, value.type)
    writeUntagged(value)
    if case .group = value { writeTag(field, .groupEnd) }
  }

  /// Writes a value without its field's number, as it stands among packed ones.
  package mutating func writeUntagged(_ value: WireValue) {
    switch value {
    case .varint(let number): writeVarint(number)
    case .fixed64(let bits): writeFixed(bits)
    case .fixed32(let bits): writeFixed(bits)
    case .bytes(let contents):
      writeVarint(UInt64(contents.count))
      bytes += contents
    case .group(let contents): bytes += contents
    }
  }

  /// Writes a message, even one without fields; nothing where there is none.
  package mutating func write<Message: WireMessage>(_ message: Message?, field: Int) {
    guard let message else { return }
    writeMessage(field: field) { writer in message.write(to: &writer) }
  }

  /// Writes each of `messages`.
  package mutating func write<Message: WireMessage>(_ messages: [Message], field: Int) {
    for message in messages { write(message, field: field) }
  }

  /// Writes the entries of a map in the order of their keys, so that equal maps are equal bytes.
  package mutating func write<Value: WireMessage>(entries map: [String: Value], field: Int) {
    for (key, value) in map.sorted(by: { $0.key < $1.key }) {
      write(WireMapEntry(key: key, value: value), field: field)
    }
  }

  /// Writes each of `texts`.
  package mutating func write(_ texts: [String], field: Int) {
    for text in texts { write(text, field: field, always: true) }
  }

  /// Writes repeated numbers or enums packed; nothing where there is none.
  package mutating func writePacked(
    _ numbers: some Collection<some FixedWidthInteger>, field: Int
  ) {
    guard !numbers.isEmpty else { return }
    writeMessage(field: field) { writer in
      for number in numbers { writer.writeVarint(UInt64(truncatingIfNeeded: number)) }
    }
  }

  /// Writes repeated `double`s packed; nothing where there is none.
  package mutating func writePacked(_ numbers: [Double], field: Int) {
    guard !numbers.isEmpty else { return }
    writeMessage(field: field) { writer in
      for number in numbers { writer.writeFixed(number.bitPattern) }
    }
  }

  /// Writes a message whose fields `body` writes.
  package mutating func writeMessage<Failure: Error>(
    field: Int, _ body: (inout WireWriter) throws(Failure) -> Void
  ) throws(Failure) {
    writeTag(field, .bytes)
    let start = bytes.count
    // Most messages are short: one byte is kept free for the count, and more only where it takes more.
    bytes.append(0)
    try body(&self)
    let count = bytes.count - start - 1
    if count < 0x80 {
      bytes[start] = UInt8(count)
    } else {
      var prefix = WireWriter()
      prefix.writeVarint(UInt64(count))
      bytes.replaceSubrange(start...start, with: prefix.bytes)
    }
  }

  /// Writes a group of proto2 whose fields `body` writes.
  package mutating func writeGroup<Failure: Error>(
    field: Int, _ body: (inout WireWriter) throws(Failure) -> Void
  ) throws(Failure) {
    writeTag(field, .groupStart)
    try body(&self)
    writeTag(field, .groupEnd)
  }

  /// Writes a number without a tag, as it stands among packed ones.
  mutating func writeVarint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes four or eight bytes without a tag, as they stand among packed ones.
  private mutating func writeFixed(_ bits: some FixedWidthInteger) {
    for shift in stride(from: 0, to: bits.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  /// The number as zigzag coding folds it: 0, 1, 2, 3 for 0, -1, 1, -2.
  package static func fold(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number << 1 ^ number >> 63)
  }

  private mutating func writeTag(_ field: Int, _ type: WireType) {
    precondition(WireField.numbers.contains(field), "no field can have that number")
    writeVarint(UInt64(field) << 3 | type.rawValue)
  }
}
