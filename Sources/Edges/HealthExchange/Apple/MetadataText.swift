internal import HealthModel

/// Values of metadata, which an export writes as text whatever they are.
enum MetadataText {
  /// The value of a key; `nil` where the key cannot have it.
  static func value(
    _ bytes: ArraySlice<UInt8>, for key: String, _ dates: inout AppleDateReader
  ) -> MetadataValue? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let known = MetadataKey.named(key) else { return .string(text) }
    switch known.valueClass {
    case .string: return .string(text)
    case .bool:
      switch text.lowercased() {
      case "1", "true", "yes": return .bool(true)
      case "0", "false", "no": return .bool(false)
      default: return nil
      }
    case .enumeration: return Int64(text).map { .integer($0) }
    case .number:
      if let number = Int64(text) { return .integer(number) }
      return DecimalReader.number(bytes).map { .double($0) }
    case .date: return dates.seconds(bytes).map { .date($0) }
    case .quantity(let unit): return quantity(bytes, like: unit, isHumidity: key == humidity)
    }
  }

  private static let humidity = "HKWeatherHumidity"

  /// A number, a space and a unit.
  private static func quantity(
    _ bytes: ArraySlice<UInt8>, like unit: Unit, isHumidity: Bool
  ) -> MetadataValue? {
    let space = bytes.firstIndex(of: 0x20) ?? bytes.endIndex
    guard var number = DecimalReader.number(bytes[..<space]) else { return nil }
    let given =
      space == bytes.endIndex
      ? unit : AppleUnit.unit(String(decoding: bytes[(space + 1)...], as: UTF8.self))
    guard let given, given.isCompatible(with: unit) else { return nil }
    // It is written as a hundred times the percentage.
    if isHumidity, number > 100 { number /= 100 }
    return .quantity(Quantity(number, given))
  }
}

/// Units as exports and what rewrote them spell them.
enum AppleUnit {
  /// The unit of a text; `nil` where it is none.
  static func unit(_ text: String) -> Unit? {
    if let unit = Unit.remembered(text) { return unit }
    guard text.contains("-") else { return nil }
    // Some tools lose the middle dot.
    return Unit.remembered(String(text.map { $0 == "-" ? "·" : $0 }))
  }
}
