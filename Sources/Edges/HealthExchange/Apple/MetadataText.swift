internal import HealthModel

/// Values of metadata as the text that an export writes.
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

  /// A value as an export writes it.
  ///
  /// - Returns: The text, but for keys that are ours alone, and whether it is read again as the same value.
  static func texts(_ value: MetadataValue, for key: String) -> (plain: String?, isExact: Bool) {
    var dates = DateWriter(.apple)
    let text =
      switch value {
      case .string(let text): text
      case .integer(let number): String(number)
      case .double(let number): "\(number)"
      case .bool(let flag): flag ? "1" : "0"
      case .date(let seconds): dates.text(seconds)
      case .quantity(let quantity): "\(quantity.value.exportText) \(quantity.unit.unitString)"
      }
    guard !key.hasPrefix(OwnEntry.prefix) else { return (nil, false) }
    var reader = AppleDateReader()
    let isExact =
      XMLText.holds(text) && Self.value(Array(text.utf8)[...], for: key, &reader) == value
    return (text, isExact)
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
