package import ProtobufWire

/// A document to save in pieces, which may be longer than a message: at most 64 MiB.
package struct SaveDocumentRequest: WireMessage {
  package static let wireName = "dyad.v1.SaveDocumentRequest"

  /// In the first message, and in no other: a run of one row, which says how many bytes there are.
  package var run: [UInt8]?
  /// The next of its bytes.
  package var content: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: run = try field.bytes("run")
    case 2: content = try field.bytes("content")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    if let run { writer.write(run, field: 1, always: true) }
    writer.write(content, field: 2)
  }
}
