package import HealthModel

extension MetadataValue {
  /// Reads one value of metadata.
  package init(
    _ message: MetadataEntryMessage, in field: String,
    textTo mostBytes: Int = MetadataKey.mostStringBytes
  ) throws(StoreWireError) {
    switch message.kind {
    case nil: throw StoreWireError(field, "a value of a kind that is not known")
    case .text(let text):
      self = .string(
        try StoreWireError.text(text, in: field, atMost: mostBytes))
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .double(try StoreWireError.finite(number, in: field))
    case .flag(let flag): self = .bool(flag)
    case .date(let seconds): self = .date(try StoreWireError.finite(seconds, in: field))
    case .quantity(let value): self = .quantity(try Quantity(value, in: field))
    }
  }
}

extension MetadataEntryMessage {
  /// Says one value of metadata.
  package init(_ value: MetadataValue) {
    switch value {
    case .string(let text): self.init(Kind.text(text))
    case .integer(let number): self.init(Kind.integer(number))
    case .double(let number): self.init(Kind.number(number))
    case .bool(let flag): self.init(Kind.flag(flag))
    case .date(let seconds): self.init(Kind.date(seconds))
    case .quantity(let quantity): self.init(Kind.quantity(UnitValueMessage(quantity)))
    }
  }
}

extension Quantity {
  /// Reads a number in a unit.
  init(_ message: UnitValueMessage?, in field: String) throws(StoreWireError) {
    guard let message else { throw StoreWireError("\(field).value", "it is left out") }
    self.init(
      try StoreWireError.finite(message.value, in: "\(field).value"),
      try StoreWireError.unit(message.unit, in: "\(field).unit"))
  }
}

extension UnitValueMessage {
  /// Says a number in a unit.
  init(_ quantity: Quantity) {
    self.init()
    value = quantity.value
    unit = quantity.unit.unitString
  }
}
