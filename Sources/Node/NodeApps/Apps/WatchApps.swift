internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeTrust
internal import ProtobufWire

/// Apps of watches that the owner of a phone has decided about, each with the watch whose request told of it.
///
/// A watch tells of an app only as long as the app asks. This is what is left of it then: it is stored by the
/// commit of the decision.
struct WatchApps: Hashable, Sendable {
  /// An app of a watch.
  struct Entry: Hashable, Sendable {
    var bundleIdentifier: String
    var name: String
    var readReason: String
    var shareReason: String
    var watch: DeviceID
    /// When it asked last, in seconds since 2001-01-01 UTC.
    var askedAt: Double
  }

  /// The node record they are kept under.
  static let recordKey = "watch-apps"
  /// As many as are kept; the one that asked first is forgotten for another.
  static let most = 256

  /// In the order in which they asked.
  private(set) var entries: [Entry] = []

  /// Reads which are kept.
  ///
  /// - Throws: `StateFailure` where that is not what was written, or that it cannot be read.
  static func read(_ store: LocalStore) async throws -> WatchApps {
    guard let stored = try await store.nodeRecord(recordKey) else { return WatchApps() }
    do throws(WireError) {
      return WatchApps(try WatchAppsMessage(decoding: stored))
    } catch {
      throw StateFailure(
        .damaged, "cannot read the apps of watches: \(error.field): \(error.detail)",
        advice: "'dyad verify' lists what is damaged; put the store back from a backup.")
    }
  }

  /// Notes who asked what was decided.
  mutating func note(_ question: AccessQuestion, of watch: DeviceID) {
    entries.removeAll { $0.bundleIdentifier == question.app && $0.watch == watch }
    entries.append(
      Entry(
        bundleIdentifier: question.app, name: question.name, readReason: question.readReason,
        shareReason: question.shareReason, watch: watch, askedAt: question.askedAt))
    entries.removeFirst(max(0, entries.count - Self.most))
  }

  /// What keeps them.
  var change: Change {
    var message = WatchAppsMessage()
    message.entries = entries.map(WatchAppMessage.init)
    return .setNodeRecord(key: Self.recordKey, body: message.encoded())
  }

  private init(_ message: WatchAppsMessage) {
    entries = message.entries.compactMap(Entry.init)
  }

  init() {}
}

extension WatchAppMessage {
  fileprivate init(_ entry: WatchApps.Entry) {
    self.init()
    bundleIdentifier = entry.bundleIdentifier
    name = entry.name
    readReason = entry.readReason
    shareReason = entry.shareReason
    watch = entry.watch.bytes
    askedAt = entry.askedAt
  }
}

extension WatchApps.Entry {
  /// What was stored; `nil` where it names no device.
  fileprivate init?(_ message: WatchAppMessage) {
    guard let watch = DeviceID(message.watch) else { return nil }
    self.init(
      bundleIdentifier: message.bundleIdentifier, name: message.name,
      readReason: message.readReason, shareReason: message.shareReason, watch: watch,
      askedAt: message.askedAt)
  }
}
