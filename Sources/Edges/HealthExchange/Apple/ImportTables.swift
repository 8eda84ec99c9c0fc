internal import HealthModel

/// What many rows have in common, by number.
struct ImportTables {
  /// More different texts of one kind are no export's of one person.
  private static let mostTexts = 1 << 16

  private(set) var sources: [SourceRevision] = []
  /// The number of each source's bundle identifier.
  private(set) var bundles: [Int32] = []
  private(set) var bundleNumbers: [String: Int32] = [:]
  /// The first is none.
  private(set) var devices: [Device?] = [nil]
  private(set) var units: [Unit] = []
  private(set) var keys: [String] = []

  private var sourceNumbers: [[UInt8]: Int32] = [:]
  private var deviceNumbers: [[UInt8]: Int32] = [:]
  private var unitNumbers: [[UInt8]: Int32] = [:]
  private var keyNumbers: [String: Int32] = [:]
  private var revisionNumbers: [SourceRevision: Int32] = [:]
  private var exactDevices: [Device: Int32] = [:]

  /// The number of a source; `nil` where its texts are too long.
  mutating func source(_ name: ArraySlice<UInt8>, version: ArraySlice<UInt8>) -> Int32? {
    var text = Array(name)
    text.append(0)
    text += version
    if let number = sourceNumbers[text] { return number }
    guard isText(name), isText(version), sources.count < Self.mostTexts else { return nil }
    let source = NamedSource.source(String(decoding: name, as: UTF8.self))
    guard source.bundleIdentifier.utf8.count <= Source.mostTextBytes else { return nil }
    let number = Int32(sources.count)
    sources.append(
      SourceRevision(
        source: source,
        version: version.isEmpty ? nil : String(decoding: version, as: UTF8.self)))
    let bundle = bundleNumbers[source.bundleIdentifier] ?? Int32(bundleNumbers.count)
    bundleNumbers[source.bundleIdentifier] = bundle
    bundles.append(bundle)
    sourceNumbers[text] = number
    return number
  }

  /// The number of a device by its lasting part; none where it tells of none, or its texts are too long.
  mutating func device(_ lasting: ArraySlice<UInt8>) -> Int32 {
    let text = Array(lasting)
    if let number = deviceNumbers[text] { return number }
    guard isText(lasting), devices.count < Self.mostTexts,
      let device = DeviceText.device(lasting)
    else { return 0 }
    let number = exactDevices[device] ?? Int32(devices.count)
    if number == devices.count {
      devices.append(device)
      exactDevices[device] = number
    }
    deviceNumbers[text] = number
    return number
  }

  /// The number of a source like another one that has this bundle identifier; `nil` where it can have none.
  mutating func source(_ number: Int32, bundle: String) -> Int32? {
    guard !bundle.isEmpty, isText(Array(bundle.utf8)[...]) else { return nil }
    var revision = sources[Int(number)]
    revision.source.bundleIdentifier = bundle
    if let known = revisionNumbers[revision] { return known }
    guard sources.count < Self.mostTexts else { return nil }
    let made = Int32(sources.count)
    sources.append(revision)
    let bundleNumber = bundleNumbers[bundle] ?? Int32(bundleNumbers.count)
    bundleNumbers[bundle] = bundleNumber
    bundles.append(bundleNumber)
    revisionNumbers[revision] = made
    return made
  }

  /// The number of a device like another one that has this property.
  mutating func device(
    _ number: Int32, setting property: Device.Property, to text: String
  ) -> Int32 {
    guard isText(Array(text.utf8)[...]) else { return number }
    var device = devices[Int(number)] ?? Device()
    guard device[property] != text else { return number }
    device[property] = text
    if let known = exactDevices[device] { return known }
    guard devices.count < Self.mostTexts else { return number }
    let made = Int32(devices.count)
    devices.append(device)
    exactDevices[device] = made
    return made
  }

  /// The number of a unit; `nil` for what is none.
  mutating func unit(_ bytes: ArraySlice<UInt8>) -> Int32? {
    let text = Array(bytes)
    if let number = unitNumbers[text] { return number }
    guard let unit = AppleUnit.unit(String(decoding: text, as: UTF8.self)),
      units.count < Self.mostTexts
    else { return nil }
    let number = Int32(units.count)
    units.append(unit)
    unitNumbers[text] = number
    return number
  }

  /// The number of a key of metadata.
  mutating func key(_ key: String) -> Int32 {
    if let number = keyNumbers[key] { return number }
    let number = Int32(keys.count)
    keys.append(key)
    keyNumbers[key] = number
    return number
  }

  /// Forgets the keys of metadata, once no row has any: there is no bound to them.
  mutating func forgetKeys() {
    keys = []
    keyNumbers = [:]
  }

  private func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count <= Source.mostTextBytes && !bytes.contains(0)
  }
}

/// The text of the last row, and what it came to: most rows have the same.
struct LastText {
  private var bytes: [UInt8] = []
  private var number: Int32?

  /// The number of a text that is the last one again; `nil` for any other.
  func number(of text: ArraySlice<UInt8>) -> Int32? {
    guard let number, text.count == bytes.count else { return nil }
    let one = text.span
    let other = bytes.span
    // From the end: what is different is seldom at the beginning.
    var index = bytes.count - 1
    while index >= 0 {
      guard one[index] == other[index] else { return nil }
      index -= 1
    }
    return number
  }

  mutating func keep(_ text: ArraySlice<UInt8>, as number: Int32) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text)
    self.number = number
  }
}
