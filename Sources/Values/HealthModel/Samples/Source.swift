/// Who saved an object: an app or a sensor, by bundle id.
package struct Source: Hashable, Sendable, Comparable {
  package var bundleIdentifier: String
  package var name: String

  /// As long as one of its texts, or one of a device's, may be.
  package static let mostTextBytes = 1_024

  package init(bundleIdentifier: String, name: String) {
    self.bundleIdentifier = bundleIdentifier
    self.name = name
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.bundleIdentifier, left.name) < (right.bundleIdentifier, right.name)
  }
}

/// A source at one of its versions.
package struct SourceRevision: Hashable, Sendable {
  package var source: Source
  package var version: String?

  package init(source: Source, version: String? = nil) {
    self.source = source
    self.version = version
  }
}

extension SourceRevision {
  /// Stands where nobody says who saves it: a store puts the app in its place, or whoever types.
  package static let unsaid = SourceRevision(
    source: Source(bundleIdentifier: SourceRank.manualEntryIdentifier, name: "Manual entry"))
}
