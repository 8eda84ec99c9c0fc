/// What the user decided for one app and type; share and read are decided apart.
package struct Grant: Hashable, Sendable {
  package enum Decision: Int, Hashable, Sendable {
    case notDetermined = 0
    case denied = 1
    case authorized = 2
  }

  package var share: Decision
  package var read: Decision

  package init(share: Decision = .notDetermined, read: Decision = .notDetermined) {
    self.share = share
    self.read = read
  }

  /// Whether the app sees what it saved itself: share alone is enough.
  package var seesOwn: Bool { share == .authorized || read == .authorized }
  /// Whether the app sees what others saved.
  package var seesForeign: Bool { read == .authorized }
  /// Whether the app was ever asked, so that a read is answered, be it with nothing.
  package var isDetermined: Bool { share != .notDetermined || read != .notDetermined }
}
