/// What one metadata key of an object holds.
package enum MetadataValue: Sendable {
  case string(String)
  case integer(Int64)
  case double(Double)
  case bool(Bool)
  /// Seconds since 2001-01-01 UTC.
  case date(Double)
  case quantity(Quantity)
}

// Bit by bit, so that columns which keep equal values once give back what was saved: 0 and -0 are
// two values, and a NaN equals itself.
extension MetadataValue: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.integer(let one), .integer(let other)): one == other
    case (.double(let one), .double(let other)), (.date(let one), .date(let other)):
      one.bitPattern == other.bitPattern
    case (.bool(let one), .bool(let other)): one == other
    case (.quantity(let one), .quantity(let other)):
      one.value.bitPattern == other.value.bitPattern && one.unit == other.unit
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value), .date(let value): hasher.combine(value.bitPattern)
    case .bool(let value): hasher.combine(value)
    case .quantity(let value): hasher.combine(value.value.bitPattern)
    }
  }
}

/// The metadata of an object, by key.
package typealias Metadata = [String: MetadataValue]

extension MetadataValue {
  /// About what it takes in a message.
  package var byteCount: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .quantity: 32
    case .integer, .double, .bool, .date: 8
    }
  }
}
