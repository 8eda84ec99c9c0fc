package import ProtobufWire

/// What a document says of itself; its bytes travel apart.
package struct PlainDocumentMessage: WireMessage {
  package static let wireName = "dyad.v1.PlainDocument"

  /// Title.
  package var title = ""
  /// Patient name.
  package var patientName = ""
  /// Author name.
  package var authorName = ""
  /// Custodian name.
  package var custodianName = ""
  /// Byte count.
  package var byteCount: UInt64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: title = try field.string("title")
    case 2: patientName = try field.string("patient_name")
    case 3: authorName = try field.string("author_name")
    case 4: custodianName = try field.string("custodian_name")
    case 5: byteCount = try field.uint64("byte_count")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(title, field: 1)
    writer.write(patientName, field: 2)
    writer.write(authorName, field: 3)
    writer.write(custodianName, field: 4)
    writer.write(byteCount, field: 5)
  }
}
