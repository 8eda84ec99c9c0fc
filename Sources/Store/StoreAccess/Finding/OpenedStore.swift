package import DyadServices
package import HealthModel
package import LocalStore
internal import Synchronization
package import SystemCore

/// A store that was found or made, for as long as somebody uses it.
///
/// It is the daemon's where one runs, else one of this process. A daemon that runs and does not answer is an error,
/// never a second store.
package final class OpenedStore<Access: Sendable>: Sendable {
  package let access: Access
  /// The store itself, where it is one of this process.
  package let embedded: LocalStore?
  private let closing: Mutex<(@Sendable () async throws -> Void)?>

  private init(
    _ access: Access, of embedded: LocalStore? = nil,
    closing: @escaping @Sendable () async throws -> Void
  ) {
    self.access = access
    self.embedded = embedded
    self.closing = Mutex(closing)
  }

  /// Ends what is in progress; the second time there is nothing to do.
  ///
  /// Another process may open a store of this one when nobody here holds it any more.
  package func close() async throws {
    let closing = closing.withLock { closing in
      defer { closing = nil }
      return closing
    }
    try await closing?()
  }
}

extension OpenedStore where Access == any OwnerAccess {
  /// The daemon's store, for its owner; `nil` where no daemon runs.
  package convenience init?(ofDaemonAt places: NodePlaces) async throws {
    guard let daemon = try await DaemonConnection.find(places) else { return nil }
    self.init(daemon.store) { await daemon.close() }
  }

  /// A store of this process, for its owner.
  package convenience init(_ store: LocalStore) {
    self.init(EmbeddedAccess(OwnerSession(store)), of: store) { try await store.close() }
  }

  /// Opens whatever is there, or makes a store.
  package static func open(_ places: NodePlaces) async throws -> OpenedStore {
    if let daemon = try await OpenedStore(ofDaemonAt: places) { return daemon }
    return OpenedStore(try await LocalStore.open(StoreLocation(folder: places.state)))
  }
}

extension OpenedStore where Access == any AppAccess {
  /// More than the token of an app has.
  private static var longestToken: Int { 1_024 }

  /// A store of this process, for an app.
  package convenience init(
    _ store: LocalStore, as source: SourceRevision, asking sheet: PermissionSheet
  ) {
    let session = AppSession(store, as: source, isOfThisProcess: true)
    self.init(EmbeddedAccess(session, asking: sheet), of: store) { try await store.close() }
  }

  /// A store of this process that somebody else closes, for one more app.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - source: The app.
  ///   - sheet: Answers what it asks for.
  ///   - opener: What closes the store; it is held for as long.
  package convenience init(
    sharing store: LocalStore, as source: SourceRevision, asking sheet: PermissionSheet,
    keeping opener: any Sendable & AnyObject
  ) {
    let session = AppSession(store, as: source, isOfThisProcess: true)
    self.init(EmbeddedAccess(session, asking: sheet), of: store) { _ = opener }
  }

  /// The daemon's store, for an app; `nil` where no daemon runs.
  package convenience init?(ofDaemonAt places: NodePlaces, token: String) async throws {
    guard let daemon = try await DaemonConnection.find(places, as: .app(token: token)) else {
      return nil
    }
    self.init(daemon.store) { await daemon.close() }
  }

  /// Opens whatever is there, or makes a store.
  ///
  /// - Parameters:
  ///   - places: Where the user's node is.
  ///   - source: The app, of which a daemon knows what it was added with.
  ///   - sheet: Answers what the app asks for, where it is not for a daemon's owner to do so.
  ///   - token: What proves to a daemon who the app is; else it is where the daemon writes tokens.
  /// - Returns: The store, for the app.
  /// - Throws: `DaemonUnreachable`; `SystemError` where there is no token to be read; what keeps a store from
  ///   being opened.
  package static func open(
    _ places: NodePlaces, as source: SourceRevision, asking sheet: PermissionSheet,
    token: String? = nil
  ) async throws -> OpenedStore {
    // Without a socket there is nobody to show a token to.
    let shown = try token ?? Self.token(of: source.source.bundleIdentifier, at: places)
    if let daemon = try await OpenedStore(ofDaemonAt: places, token: shown) { return daemon }
    return OpenedStore(
      try await LocalStore.open(StoreLocation(folder: places.state)), as: source, asking: sheet)
  }

  /// Makes a store in memory, for an app.
  package static func inMemory(
    as source: SourceRevision, asking sheet: PermissionSheet, clock: WallClock = .system
  ) async throws -> OpenedStore {
    OpenedStore(try await LocalStore.openInMemory(clock: clock), as: source, asking: sheet)
  }

  private static func token(of app: String, at places: NodePlaces) throws -> String {
    guard try FileSystem.exists(places.socket) else { return "" }
    let bytes = try FileSystem.readFile("\(places.tokens)/\(app).token", atMost: longestToken)
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
