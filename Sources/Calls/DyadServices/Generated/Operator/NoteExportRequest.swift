package import ProtobufWire

/// Notes that an export was taken in whole, so that the same again need not be read.
///
/// Without a number of samples it asks.
package struct NoteExportRequest: WireMessage {
  package static let wireName = "dyad.v1.NoteExportRequest"

  /// The hash of its bytes.
  package var sum: UInt64 = 0
  /// Samples.
  package var samples: UInt64?
  /// The form of what took it.
  package var form: UInt32 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: sum = try field.fixed64("sum")
    case 2: samples = try field.uint64("samples")
    case 3: form = try field.uint32("form")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(fixed64: sum, field: 1)
    if let samples { writer.write(samples, field: 2, always: true) }
    writer.write(form, field: 3)
  }
}
