package import ProtobufWire

/// One step: a condition, or what joins those before it.
package struct PredicateTermMessage: WireMessage {
  package static let wireName = "dyad.v1.PredicateTerm"

  /// What it can be.
  package enum Kind: Hashable, Sendable {
    /// Every object, or none.
    case constant(Bool)
    /// UUIDs, 16 bytes each.
    case uuids([UInt8])
    case start(InstantTestMessage)
    case end(InstantTestMessage)
    case quantity(QuantityTestMessage)
    case category(CategoryTestMessage)
    /// The object has metadata under this key.
    case hasMetadata(String)
    case metadata(MetadataTestMessage)
    /// Saved by one of these bundle identifiers.
    case sources(TextSetMessage)
    case revisions(RevisionSetMessage)
    case devices(DeviceSetMessage)
    case deviceProperty(DevicePropertyTestMessage)
    case workout(WorkoutTestMessage)
    case workoutTotal(WorkoutTotalTestMessage)
    case document(DocumentTestMessage)
    /// The UUID of the workout that it belongs to, 16 bytes.
    case workoutMember([UInt8])
    /// Belongs to no correlation; always true.
    case uncorrelated(Bool)
    /// Takes so many conditions, all of which have to be met; 0 is every object.
    case allOf(UInt32)
    /// Takes so many conditions, one of which has to be met; 0 is no object.
    case anyOf(UInt32)
    /// Takes one condition, which must not be met; always true.
    case negation(Bool)
  }

  /// What it is; nothing for what a newer version means.
  package var kind: Kind?

  /// Makes one in which nothing is said.
  package init() {}

  /// Makes one.
  package init(_ kind: Kind) {
    self.kind = kind
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: kind = .constant(try field.bool("constant"))
    case 2: kind = .uuids(try field.bytes("uuids"))
    case 3:
      try field.merge(into: &kind, "start", as: Kind.start) {
        if case .start(let former) = $0 { former } else { nil }
      }
    case 4:
      try field.merge(into: &kind, "end", as: Kind.end) {
        if case .end(let former) = $0 { former } else { nil }
      }
    case 5:
      try field.merge(into: &kind, "quantity", as: Kind.quantity) {
        if case .quantity(let former) = $0 { former } else { nil }
      }
    case 6:
      try field.merge(into: &kind, "category", as: Kind.category) {
        if case .category(let former) = $0 { former } else { nil }
      }
    case 7: kind = .hasMetadata(try field.string("has_metadata"))
    case 8:
      try field.merge(into: &kind, "metadata", as: Kind.metadata) {
        if case .metadata(let former) = $0 { former } else { nil }
      }
    case 9:
      try field.merge(into: &kind, "sources", as: Kind.sources) {
        if case .sources(let former) = $0 { former } else { nil }
      }
    case 10:
      try field.merge(into: &kind, "revisions", as: Kind.revisions) {
        if case .revisions(let former) = $0 { former } else { nil }
      }
    case 11:
      try field.merge(into: &kind, "devices", as: Kind.devices) {
        if case .devices(let former) = $0 { former } else { nil }
      }
    case 12:
      try field.merge(into: &kind, "device_property", as: Kind.deviceProperty) {
        if case .deviceProperty(let former) = $0 { former } else { nil }
      }
    case 13:
      try field.merge(into: &kind, "workout", as: Kind.workout) {
        if case .workout(let former) = $0 { former } else { nil }
      }
    case 14:
      try field.merge(into: &kind, "workout_total", as: Kind.workoutTotal) {
        if case .workoutTotal(let former) = $0 { former } else { nil }
      }
    case 15:
      try field.merge(into: &kind, "document", as: Kind.document) {
        if case .document(let former) = $0 { former } else { nil }
      }
    case 16: kind = .workoutMember(try field.bytes("workout_member"))
    case 17: kind = .uncorrelated(try field.bool("uncorrelated"))
    case 18: kind = .allOf(try field.uint32("all_of"))
    case 19: kind = .anyOf(try field.uint32("any_of"))
    case 20: kind = .negation(try field.bool("negation"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    switch kind {
    case nil: break
    case .constant(let value): writer.write(value, field: 1, always: true)
    case .uuids(let value): writer.write(value, field: 2, always: true)
    case .start(let value): writer.write(value, field: 3)
    case .end(let value): writer.write(value, field: 4)
    case .quantity(let value): writer.write(value, field: 5)
    case .category(let value): writer.write(value, field: 6)
    case .hasMetadata(let value): writer.write(value, field: 7, always: true)
    case .metadata(let value): writer.write(value, field: 8)
    case .sources(let value): writer.write(value, field: 9)
    case .revisions(let value): writer.write(value, field: 10)
    case .devices(let value): writer.write(value, field: 11)
    case .deviceProperty(let value): writer.write(value, field: 12)
    case .workout(let value): writer.write(value, field: 13)
    case .workoutTotal(let value): writer.write(value, field: 14)
    case .document(let value): writer.write(value, field: 15)
    case .workoutMember(let value): writer.write(value, field: 16, always: true)
    case .uncorrelated(let value): writer.write(value, field: 17, always: true)
    case .allOf(let value): writer.write(value, field: 18, always: true)
    case .anyOf(let value): writer.write(value, field: 19, always: true)
    case .negation(let value): writer.write(value, field: 20, always: true)
    }
  }
}
