package import NodeTrust
internal import ProtobufWire
internal import TLSCore

extension AppRegistry {
  /// Apps as bytes.
  package static func encoded(_ apps: [RegisteredApp]) -> [UInt8] {
    var message = AppListMessage()
    message.version = AppListMessage.newestVersion
    message.apps = apps.map(AppEntryMessage.init)
    return message.encoded()
  }

  /// Reads what `encoded` wrote.
  ///
  /// - Throws: `StateFailure` for anything else, and for a version that is newer.
  package static func apps(decoding bytes: [UInt8]) throws(StateFailure) -> [RegisteredApp] {
    let message: AppListMessage
    do throws(WireError) {
      message = try AppListMessage(decoding: bytes)
    } catch {
      throw damage("\(error.field): \(error.detail)")
    }
    guard (1...AppListMessage.newestVersion).contains(message.version) else {
      throw damage(
        "it is of version \(message.version), and this program knows versions up to "
          + "\(AppListMessage.newestVersion)")
    }
    var apps: [RegisteredApp] = []
    for entry in message.apps {
      let app = RegisteredApp(entry)
      guard (try? app.check()) != nil, app.tokenDigest.count == SHA256.byteCount else {
        // The reason would tell of texts that only an owner types in.
        throw damage("an app in it cannot be one")
      }
      apps.append(app)
    }
    guard apps.count <= mostApps, Set(apps.map(\.bundleIdentifier)).count == apps.count,
      Set(apps.map(\.tokenDigest)).count == apps.count
    else { throw damage("it has too many apps, or one of them twice") }
    return apps
  }

  private static func damage(_ reason: String) -> StateFailure {
    StateFailure(
      .damaged, "cannot read which apps are known: \(reason)",
      advice: "'dyad verify' lists what is damaged; put the store back from a backup.")
  }
}

extension AppListMessage {
  fileprivate static let newestVersion: UInt32 = 1
}

extension AppEntryMessage {
  fileprivate init(_ app: RegisteredApp) {
    self.init()
    bundleIdentifier = app.bundleIdentifier
    name = app.name
    readReason = app.readReason
    shareReason = app.shareReason
    user = app.user
    tokenDigest = app.tokenDigest
    addedAt = app.addedAt
    start = app.start
  }
}

extension RegisteredApp {
  fileprivate init(_ message: AppEntryMessage) {
    self.init(
      bundleIdentifier: message.bundleIdentifier, name: message.name,
      readReason: message.readReason, shareReason: message.shareReason, user: message.user,
      tokenDigest: message.tokenDigest, addedAt: message.addedAt,
      start: message.start)
  }
}
