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
