internal import HealthModel
internal import LocalStore
private import Synchronization

/// The sessions of apps at their versions, each of which goes on with its own UUIDs.
final class AppSessions: Sendable {
  /// As many as are kept; apps say their versions themselves.
  private static let mostKept = 256

  private let store: LocalStore
  private let kept = Mutex<[SourceRevision: AppSession]>([:])

  init(_ store: LocalStore) {
    self.store = store
  }

  /// The session of an app at a version, if it says one.
  func session(of app: RegisteredApp, version: String?) -> AppSession {
    let source = Source(bundleIdentifier: app.bundleIdentifier, name: app.name)
    let revision = SourceRevision(source: source, version: version)
    return kept.withLock { kept in
      if let session = kept[revision] { return session }
      // Another session is as good: nothing but the beginning of its UUIDs differs.
      if kept.count >= Self.mostKept { kept = [:] }
      let session = AppSession(store, as: revision)
      kept[revision] = session
      return session
    }
  }
}
