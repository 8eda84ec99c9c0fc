/// The bundle identifiers of sources of which an export tells only the names.
package enum ImportedSource {
  /// The app in which people type values on a phone.
  package static let typedIn = "com.apple.Health"
  package static let devicePrefix = "com.apple.health."
  package static let appPrefix = "apple-health."

  /// Whether an import gives a source this bundle identifier.
  package static func isOne(_ bundleIdentifier: String) -> Bool {
    bundleIdentifier == typedIn || bundleIdentifier.hasPrefix(devicePrefix)
      || bundleIdentifier.hasPrefix(appPrefix)
  }
}
