/// An app that the owner made known to the node.
package struct RegisteredApp: Hashable, Sendable {
  /// Under which it saves, on every node.
  var bundleIdentifier: String
  /// What people call it.
  var name: String
  /// Why it wants to read; without it, it cannot ask to.
  var readReason: String
  /// Why it wants to share; without it, it cannot ask to.
  var shareReason: String
  /// The user as whose processes it runs.
  var user: UInt32
  /// SHA-256 of its token.
  var tokenDigest: [UInt8]
  /// In seconds since 2001-01-01 UTC.
  var addedAt: Double
  /// How it is started for a workout, if anybody said so.
  var start: [String] = []

  /// Whether an app of a watch is its companion: of the same bundle identifier, or of one within it.
  func isAccompanied(by app: String) -> Bool {
    app.isCompanion(of: bundleIdentifier)
  }
}

extension String {
  /// Whether an app of this bundle identifier is the companion of one: it is called the same, or more closely.
  func isCompanion(of app: String) -> Bool { self == app || hasPrefix("\(app).") }
}
