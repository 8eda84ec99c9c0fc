package import ProtobufWire

/// A document that an app asks for.
package struct RequestedDocumentMessage: WireMessage {
  package static let wireName = "dyad.v1.RequestedDocument"

  /// By what name it is decided: the identifier of its type, a slash and its UUID.
  package var type = ""
  /// What it says of itself; nothing of a document that is not here, be it deleted or not here yet.
  package var title = ""
  /// Patient name.
  package var patientName = ""
  /// Custodian name.
  package var custodianName = ""
  /// Date.
  package var date: Double?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: title = try field.string("title")
    case 3: patientName = try field.string("patient_name")
    case 4: custodianName = try field.string("custodian_name")
    case 5: date = try field.double("date")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(title, field: 2)
    writer.write(patientName, field: 3)
    writer.write(custodianName, field: 4)
    if let date { writer.write(date, field: 5, always: true) }
  }
}
