internal import HealthModel

/// Reads `<<HKDevice: 0x…>, name:Apple Watch, manufacturer:Apple Inc., …>`.
enum DeviceText {
  private static let keys: [(word: String, property: Device.Property?)] = [
    ("name:", .name), ("manufacturer:", .manufacturer), ("model:", .model),
    ("hardware:", .hardwareVersion), ("firmware:", .firmwareVersion),
    ("software:", .softwareVersion), ("localIdentifier:", .localIdentifier),
    ("UDIDeviceIdentifier:", .udiDeviceIdentifier), ("UDI:", .udiDeviceIdentifier),
    // It differs from export to export, as the address does.
    ("creation date:", nil),
  ]

  /// A device as an export writes it, of an address that tells nothing.
  static func text(_ device: Device) -> String {
    var text = "<<HKDevice: 0x0>"
    for (word, property) in keys where word != "UDI:" {
      if let property, let value = device[property] { text += ", \(word)\(value)" }
    }
    return text + ">"
  }

  /// The part that is the same in each export: without the address.
  ///
  /// The same bytes where there is none.
  static func lasting(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.starts(with: "<<HKDevice:".utf8),
      let end = bytes.firstIndex(of: UInt8(ascii: ">"))
    else { return bytes }
    return bytes[(end + 1)...]
  }

  /// The device that a lasting part tells of; `nil` where it tells nothing.
  static func device(_ lasting: ArraySlice<UInt8>) -> Device? {
    var text = Substring(String(decoding: lasting, as: UTF8.self))
    guard text.hasPrefix(", ") else { return text.isEmpty ? nil : Device([.name: String(text)]) }
    if text.hasSuffix(">") { text.removeLast() }
    // A value may have commas, so only a known word after one begins the next.
    var values: [Device.Property: String] = [:]
    var current: Device.Property?
    var isKnown = false
    for part in text.split(separator: ", ", omittingEmptySubsequences: true) {
      if let key = keys.first(where: { part.hasPrefix($0.word) }) {
        current = key.property
        isKnown = true
        if let current { values[current] = String(part.dropFirst(key.word.count)) }
      } else if let current, isKnown {
        values[current, default: ""] += ", \(part)"
      }
    }
    values = values.filter { !$0.value.isEmpty }
    return values.isEmpty ? nil : Device(values)
  }
}
