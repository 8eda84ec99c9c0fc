internal import HealthModel
package import HealthStorage
internal import LocalStore
package import RPCCore
private import Synchronization
internal import SystemCore
internal import TLSCore

/// The apps that the node knows: kept in the store before anybody acts on it.
///
/// Changes are made on the writer's thread, one after the other: what is stored, what is in the files and
/// what holds in memory follow each other in the same order.
package final class AppRegistry: Sendable {
  private struct Known {
    var apps: [String: RegisteredApp] = [:]
    /// What those hear who use a token, by its digest, when it is worth nothing any more.
    var removals: [[UInt8]: Notice<Void>] = [:]
  }

  /// The node record it is kept under.
  static let recordKey = "apps"
  /// As many as a node knows.
  static let mostApps = 256

  private static let tokenBytes = 32

  private let store: LocalStore
  private let folder: String
  private let known: Mutex<Known>

  private init(_ store: LocalStore, _ folder: String, _ apps: [RegisteredApp]) {
    self.store = store
    self.folder = folder
    var known = Known()
    for app in apps {
      known.apps[app.bundleIdentifier] = app
      known.removals[app.tokenDigest] = Notice()
    }
    self.known = Mutex(known)
  }

  /// Reads which apps are known.
  ///
  /// - Parameters:
  ///   - store: Where that is kept.
  ///   - folder: Where tokens are written for apps.
  /// - Returns: The registry.
  /// - Throws: `StateFailure` where what is stored is damaged.
  static func open(_ store: LocalStore, tokens folder: String) async throws -> AppRegistry {
    let stored = try await store.nodeRecord(recordKey)
    return AppRegistry(store, folder, try stored.map { try apps(decoding: $0) } ?? [])
  }

  /// All of them, by bundle identifier.
  var apps: [RegisteredApp] {
    known.withLock { $0.apps.values.sorted { $0.bundleIdentifier < $1.bundleIdentifier } }
  }

  /// Makes an app known, or gives one that is a new token and new reasons.
  ///
  /// Without a user it runs as the node's own.
  ///
  /// - Returns: The token, which is nowhere but in the file at `path` after this.
  /// - Throws: `ModelError` for texts that no app has, or where there are too many apps; `SystemError`
  ///   where the token cannot be written, which then is worth nothing to anybody.
  func add(
    _ bundleIdentifier: String, name: String, readReason: String, shareReason: String,
    user: UInt32?, start: [String] = []
  ) async throws -> (token: String, path: String) {
    var entropy = Entropy()
    let token = Self.text(of: entropy.bytes(Self.tokenBytes))
    let app = RegisteredApp(
      bundleIdentifier: bundleIdentifier, name: name.isEmpty ? bundleIdentifier : name,
      readReason: readReason, shareReason: shareReason, user: user ?? Machine.user,
      tokenDigest: SHA256.digest(of: Array(token.utf8)), addedAt: store.clock.now, start: start)
    try app.check()
    try Self.checkIsFree(bundleIdentifier)
    try FileSystem.createFolder(folder)
    let path = path(of: app.bundleIdentifier)
    try await store.withWriter { writer in
      var draft = self.known.withLock { $0.apps }
      guard draft[bundleIdentifier] != nil || draft.count < Self.mostApps else {
        throw ModelError(
          .invalidArgument, cannot: "add the app", "\(Self.mostApps) are known already")
      }
      let old = draft.updateValue(app, forKey: bundleIdentifier)
      try self.commit(draft, noting: old == nil ? "app.added" : "app.renewed", of: app, to: &writer)
      try FileSystem.replaceFile(path, Array("\(token)\n".utf8))
    }
    return (token, path)
  }

  /// Makes a token worthless; whoever uses it is cut off.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: The app.
  ///   - others: What is stored by the same commit.
  /// - Returns: Whether there was such an app; if not, nothing is stored.
  /// - Throws: That the disk failed, or that one of the others was refused; the app stays then.
  package func remove(
    _ bundleIdentifier: String, committing others: [Change] = []
  ) async throws -> Bool {
    try await store.withWriter { writer in
      var draft = self.known.withLock { $0.apps }
      guard let app = draft.removeValue(forKey: bundleIdentifier) else { return false }
      try self.commit(draft, noting: "app.removed", of: app, with: others, to: &writer)
      // Nobody takes the token any more, wherever it is still written.
      _ = try? FileSystem.removeFile(self.path(of: app.bundleIdentifier))
      return true
    }
  }

  /// The app that a call comes from, by its token and by the user of its process.
  ///
  /// - Throws: `RPCError` with UNAUTHENTICATED, the same for every reason.
  func app(calling call: ServerCall) throws(RPCError) -> RegisteredApp {
    let said = call.metadata[all: Self.tokenName]
    guard said.count == 1, case .text(let text) = said[0], text.hasPrefix(Self.scheme) else {
      throw RPCError.unknownApp
    }
    let digest = SHA256.digest(of: Array(text.utf8.dropFirst(Self.scheme.utf8.count)))
    let apps = known.withLock { Array($0.apps.values) }
    // All are compared, so that the time does not tell which it was.
    let matches = apps.filter { SHA256.areEqual($0.tokenDigest, digest) }
    guard let app = matches.first, call.peer.user == app.user else { throw RPCError.unknownApp }
    call.noteCaller(app.bundleIdentifier)
    return app
  }

  /// Whether the app is known, by the token that it has here.
  func isKnown(_ app: RegisteredApp) -> Bool {
    known.withLock { $0.apps[app.bundleIdentifier]?.tokenDigest == app.tokenDigest }
  }

  /// What those hear who use the app's token as it is here, when it is worth nothing any more.
  func removal(of app: RegisteredApp) -> Notice<Void> {
    known.withLock { known in
      if let notice = known.removals[app.tokenDigest] { return notice }
      let notice = Notice<Void>()
      notice.give(())
      return notice
    }
  }

  /// Keeps apps from passing for the user or for sensors, whose samples count before theirs.
  private static func checkIsFree(_ bundleIdentifier: String) throws(ModelError) {
    guard SourceRank(bundleIdentifier: bundleIdentifier) == .app else {
      throw ModelError(
        .invalidArgument, cannot: "add the app",
        "\(bundleIdentifier) is a source of what is typed by hand or what sensors measure")
    }
  }

  private static let tokenName = "authorization"
  private static let scheme = "Bearer "

  private func path(of bundleIdentifier: String) -> String {
    "\(folder)/\(bundleIdentifier).token"
  }

  private func commit(
    _ draft: [String: RegisteredApp], noting event: String, of app: RegisteredApp,
    with others: [Change] = [], to writer: inout StoreWriter
  ) throws {
    let now = store.clock.now
    let entry = AuditEntry(at: now, event: event, subject: app.bundleIdentifier)
    let body = Self.encoded(draft.values.sorted { $0.bundleIdentifier < $1.bundleIdentifier })
    try writer.commitTogether(
      [.setNodeRecord(key: Self.recordKey, body: body), .noteAudit(entry)] + others, at: now)
    let gone = known.withLock { known in
      known.apps = draft
      let digests = Set(draft.values.map(\.tokenDigest))
      let gone = known.removals.filter { !digests.contains($0.key) }
      for digest in gone.keys { known.removals[digest] = nil }
      for digest in digests where known.removals[digest] == nil {
        known.removals[digest] = Notice()
      }
      return gone
    }
    for notice in gone.values { notice.give(()) }
  }

  private static func text(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension RPCError {
  /// The answer to whoever cannot show that it is an app of the node.
  package static let unknownApp = RPCError(.unauthenticated, "cannot answer: the app is not known")
}
