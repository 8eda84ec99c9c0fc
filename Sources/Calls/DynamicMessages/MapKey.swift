internal import ProtobufWire
internal import TextFormats

/// The key of one entry of a map: ordered as what it is, written as a text.
struct MapKey: Hashable {
  let text: String
  /// Of numbers and truth values, what they are ordered by.
  private let number: Int128?

  /// Makes the key that stands for a value; its absence stands for 0, false or no text.
  init(_ value: WireValue?, _ field: FieldDescriptor) throws(DynamicMessageError) {
    let json =
      if let value {
        try ScalarCoding.json(from: value, field.kind, nil)
      } else {
        ScalarCoding.defaultValue(field.kind, nil)
      }
    switch json {
    case .bool(let flag):
      text = flag ? "true" : "false"
      number = flag ? 1 : 0
    case .integer(let value):
      text = String(value)
      number = Int128(value)
    case .string(let digits):
      text = digits
      number = field.kind == .string ? nil : Int128(digits)
    default: throw DynamicMessageError(.malformed, "the key is none")
    }
  }

  /// Makes the key that is a text.
  init(_ text: String) {
    self.text = text
    number = nil
  }

  static func == (first: Self, second: Self) -> Bool {
    // Texts that only mean the same are two keys.
    first.text.utf8.elementsEqual(second.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension MapKey: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    if let one = first.number, let other = second.number { return one < other }
    return first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
  }
}
