package import ProtobufWire

/// A file that was imported.
package struct ImportMessage: WireMessage {
  package static let wireName = "dyad.v1.Import"

  /// Id.
  package var id: Int64 = 0
  /// In seconds since 2001-01-01 UTC.
  package var at = 0.0
  /// What it is called.
  package var name = ""
  /// What the UUIDs of its samples follow from.
  package var keyHigh: UInt64 = 0
  /// Key low.
  package var keyLow: UInt64 = 0
  /// How many were saved; left out where it was broken off, or goes on.
  package var samples: UInt64?
  /// As in NoteExportRequest, where that was noted.
  package var sum: UInt64?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.int64("id")
    case 2: at = try field.double("at")
    case 3: name = try field.string("name")
    case 4: keyHigh = try field.fixed64("key_high")
    case 5: keyLow = try field.fixed64("key_low")
    case 6: samples = try field.uint64("samples")
    case 7: sum = try field.fixed64("sum")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(at, field: 2)
    writer.write(name, field: 3)
    writer.write(fixed64: keyHigh, field: 4)
    writer.write(fixed64: keyLow, field: 5)
    if let samples { writer.write(samples, field: 6, always: true) }
    if let sum { writer.write(fixed64: sum, field: 7, always: true) }
  }
}
