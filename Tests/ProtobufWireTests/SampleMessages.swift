internal import ProtobufWire

/// A message with one field of most kinds, and itself inside itself.
struct Reading: WireMessage {
  static let wireName = "test.Reading"

  var name = ""
  var count: Int64 = 0
  var level: Int32 = 0
  var change: Int64 = 0
  var isGood = false
  var value = 0.0
  var ratio: Float = 0
  var mark: UInt64 = 0
  var small: UInt32 = 0
  var picture: [UInt8] = []
  var numbers: [Int64] = []
  var names: [String] = []
  var inner: [Reading] = []
  var best: Choice?
  var wide: UInt32 = 0

  /// A oneof: whichever came last counts.
  enum Choice: Hashable, Sendable {
    case text(String)
    case number(UInt32)
  }

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: count = try field.int64("count")
    case 3: level = try field.int32("level")
    case 4: change = try field.zigZag("change")
    case 5: isGood = try field.bool("is_good")
    case 6: value = try field.double("value")
    case 7: ratio = try field.float("ratio")
    case 8: mark = try field.fixed64("mark")
    case 9: small = try field.fixed32("small")
    case 10: picture = try field.bytes("picture")
    case 11: numbers += try field.varints("numbers").map(Int64.init(bitPattern:))
    case 12: names.append(try field.string("names"))
    case 13: inner.append(try field.message("inner"))
    case 14: best = .text(try field.string("text"))
    case 15: best = .number(try field.uint32("number"))
    case 16: wide = try field.uint32("wide")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(name, field: 1)
    writer.write(count, field: 2)
    writer.write(level, field: 3)
    writer.write(zigZag: change, field: 4)
    writer.write(isGood, field: 5)
    writer.write(value, field: 6)
    writer.write(ratio, field: 7)
    writer.write(fixed64: mark, field: 8)
    writer.write(fixed32: small, field: 9)
    writer.write(picture, field: 10)
    writer.writePacked(numbers, field: 11)
    writer.write(names, field: 12)
    writer.write(inner, field: 13)
    switch best {
    case .text(let text): writer.write(text, field: 14, always: true)
    case .number(let number): writer.write(number, field: 15, always: true)
    case nil: break
    }
    writer.write(wide, field: 16)
  }
}

/// A message that holds at most one of another.
struct Holder: WireMessage {
  static let wireName = "test.Holder"

  var reading: Reading?

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 { try field.merge(into: &reading, "reading") }
  }

  func write(to writer: inout WireWriter) {
    writer.write(reading, field: 1)
  }
}
