package import ProtobufWire

/// One value of metadata.
package struct MetadataEntryMessage: WireMessage {
  package static let wireName = "dyad.v1.MetadataEntry"

  /// What it can be.
  package enum Kind: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case flag(Bool)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case quantity(UnitValueMessage)
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
    case 1: kind = .text(try field.string("text"))
    case 2: kind = .integer(try field.int64("integer"))
    case 3: kind = .number(try field.double("number"))
    case 4: kind = .flag(try field.bool("flag"))
    case 5: kind = .date(try field.double("date"))
    case 6:
      try field.merge(into: &kind, "quantity", as: Kind.quantity) {
        if case .quantity(let former) = $0 { former } else { nil }
      }
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    switch kind {
    case nil: break
    case .text(let value): writer.write(value, field: 1, always: true)
    case .integer(let value): writer.write(value, field: 2, always: true)
    case .number(let value): writer.write(value, field: 3, always: true)
    case .flag(let value): writer.write(value, field: 4, always: true)
    case .date(let value): writer.write(value, field: 5, always: true)
    case .quantity(let value): writer.write(value, field: 6)
    }
  }
}
