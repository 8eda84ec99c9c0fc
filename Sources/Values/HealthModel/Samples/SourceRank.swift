/// Where a source stands by itself among those of a type, before the user has moved any.
package enum SourceRank: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// What the user typed in.
  case manualEntry
  /// The node's own sensors.
  case sensor
  /// Apps, and what they read from other hardware.
  case app

  /// The source of what the user types in on a node.
  package static let manualEntryIdentifier = "dyad.manual"
  /// How the sources of a node's own sensors begin.
  package static let sensorPrefix = "dyad.sensor."

  /// As long as what a sensor is called may be.
  private static let mostSensorBytes = 64

  /// The source of what one of a node's own sensors measures; `nil` unless its name is 1 to 64 letters, digits,
  /// dots, hyphens and underscores.
  package static func sensor(_ name: String) -> Source? {
    guard (1...mostSensorBytes).contains(name.utf8.count), name.utf8.allSatisfy(isInName) else {
      return nil
    }
    return Source(bundleIdentifier: sensorPrefix + name, name: name)
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: ".-_".utf8.contains(byte)
    }
  }

  // The same two as HealthKit names them, which imported data carries.
  private static let importedManualEntry = "com.apple.Health"
  private static let importedSensorPrefix = "com.apple.health."

  /// The rank of the source with this bundle identifier.
  package init(bundleIdentifier: String) {
    if bundleIdentifier == Self.manualEntryIdentifier
      || bundleIdentifier == Self.importedManualEntry
    {
      self = .manualEntry
    } else if bundleIdentifier.hasPrefix(Self.sensorPrefix)
      || bundleIdentifier.hasPrefix(Self.importedSensorPrefix)
    {
      self = .sensor
    } else {
      self = .app
    }
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
