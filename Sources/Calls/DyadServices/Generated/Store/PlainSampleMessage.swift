package import ProtobufWire

/// One sample in plain words, for programs that want no columns: what a run says in one of its
/// rows.
package struct PlainSampleMessage: WireMessage {
  package static let wireName = "dyad.v1.PlainSample"

  /// What it can be.
  package enum Value: Hashable, Sendable {
    /// In `unit`.
    case quantity(Double)
    case category(Int64)
    case correlation(PlainMembersMessage)
    case workout(PlainWorkoutMessage)
    case document(PlainDocumentMessage)
    case details(PlainDetailsMessage)
  }

  /// What it is; nothing for what a newer version means.
  package var value: Value?
  /// Its identifier, or its short name, such as heartRate; told as the identifier.
  package var type = ""
  /// 32 hexadecimal digits as 8-4-4-4-12.
  ///
  /// One that is saved without gets a new one.
  package var uuid = ""
  /// Seconds since 2001-01-01 UTC.
  package var start = 0.0
  /// The start, where it is left out.
  package var end: Double?
  /// Of a quantity.
  ///
  /// One that is saved without is in the type's canonical unit.
  package var unit = ""
  /// What an app says here is replaced by what the owner calls it.
  package var source: [UInt8]?
  /// Device.
  package var device: [UInt8]?
  /// Metadata.
  package var metadata: [PlainMetadataMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  /// Makes one.
  package init(_ value: Value) {
    self.value = value
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: uuid = try field.string("uuid")
    case 3: start = try field.double("start")
    case 4: end = try field.double("end")
    case 5: value = .quantity(try field.double("quantity"))
    case 6: value = .category(try field.int64("category"))
    case 7:
      try field.merge(into: &value, "correlation", as: Value.correlation) {
        if case .correlation(let former) = $0 { former } else { nil }
      }
    case 8:
      try field.merge(into: &value, "workout", as: Value.workout) {
        if case .workout(let former) = $0 { former } else { nil }
      }
    case 9:
      try field.merge(into: &value, "document", as: Value.document) {
        if case .document(let former) = $0 { former } else { nil }
      }
    case 14:
      try field.merge(into: &value, "details", as: Value.details) {
        if case .details(let former) = $0 { former } else { nil }
      }
    case 10: unit = try field.string("unit")
    case 11: source = try field.bytes("source")
    case 12: device = try field.bytes("device")
    case 13: metadata.append(try field.message("metadata"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(uuid, field: 2)
    writer.write(start, field: 3)
    if let end { writer.write(end, field: 4, always: true) }
    switch value {
    case nil: break
    case .quantity(let value): writer.write(value, field: 5, always: true)
    case .category(let value): writer.write(value, field: 6, always: true)
    case .correlation(let value): writer.write(value, field: 7)
    case .workout(let value): writer.write(value, field: 8)
    case .document(let value): writer.write(value, field: 9)
    case .details(let value): writer.write(value, field: 14)
    }
    writer.write(unit, field: 10)
    if let source { writer.write(source, field: 11, always: true) }
    if let device { writer.write(device, field: 12, always: true) }
    writer.write(metadata, field: 13)
  }
}
