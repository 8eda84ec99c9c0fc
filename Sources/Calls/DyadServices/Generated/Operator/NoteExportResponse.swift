package import ProtobufWire

/// What is noted of it.
package struct NoteExportResponse: WireMessage {
  package static let wireName = "dyad.v1.NoteExportResponse"

  /// In seconds since 2001-01-01 UTC; left out where nothing is noted.
  package var takenAt: Double?
  /// Samples.
  package var samples: UInt64 = 0
  /// Form.
  package var form: UInt32 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: takenAt = try field.double("taken_at")
    case 2: samples = try field.uint64("samples")
    case 3: form = try field.uint32("form")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    if let takenAt { writer.write(takenAt, field: 1, always: true) }
    writer.write(samples, field: 2)
    writer.write(form, field: 3)
  }
}
