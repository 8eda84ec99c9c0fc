internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import StoreAccess
private import Synchronization
internal import SystemCore

/// The samples of one run of the program: reached when a command needs them, let go of on every way
/// out.
///
/// Where a daemon runs, its store is asked; nobody else may use it. Where none runs, the store is opened.
package final class StoreSession: Sendable {
  /// Whether a store that is not there is made.
  enum Missing {
    case isMade
    case isAnError
  }

  private let folder: String?
  private let opened = Mutex<OpenedStore<any OwnerAccess>?>(nil)
  private let lastWords = Mutex<(@Sendable () async -> Void)?>(nil)

  /// A session on the store in `folder`, or on the usual one.
  package init(folder: String?) {
    self.folder = folder
  }

  /// Reaches the samples.
  func open(_ missing: Missing) async throws -> any OwnerAccess {
    if let places = try DaemonSocket.places(folder: folder),
      let daemon = try await OpenedStore(ofDaemonAt: places)
    {
      opened.withLock { $0 = daemon }
      return daemon.access
    }
    return EmbeddedAccess(OwnerSession(try await openAlone(missing)))
  }

  /// Reaches the samples of types that somebody typed: where there is no store, a name of none is told first.
  func open(
    _ missing: Missing, for names: [String]
  ) async throws -> any OwnerAccess {
    do {
      return try await open(missing)
    } catch let failure as ProgramFailure where failure.exitCode == .notFound {
      for name in names where ObjectType(named: name) == nil {
        throw TypeWords.unknown(name, among: Argument.typeNames)
      }
      throw failure
    }
  }

  /// Opens the store itself, which no daemon may have open.
  func openAlone(_ missing: Missing) async throws -> LocalStore {
    let location = try location()
    if missing == .isAnError, try !FileSystem.exists(location.database) {
      throw ProgramFailure(
        .notFound, "cannot open the store in \(location.folder): there is none",
        advice: "'dyad save' makes one; --state DIR names another folder.")
    }
    do {
      let store = try await LocalStore.open(location)
      opened.withLock { $0 = OpenedStore(store) }
      return store
    } catch let error as StorageError where error.code == .damaged {
      throw ProgramFailure(
        .damaged, "cannot open the store in \(location.folder): \(error.detail)",
        advice: "'dyad verify --repair' makes a store of what can be read. If that fails, "
          + StoreLocation.unreadableAdvice)
    } catch let error as SystemError where error.code == .locked {
      var failure = ProgramFailure(error)
      failure.message = "cannot open the store in \(location.folder): \(error.detail)"
      throw failure
    }
  }

  /// What a command does before a signal ends the process.
  func beforeEnding(_ body: @escaping @Sendable () async -> Void) {
    lastWords.withLock { $0 = body }
  }

  /// Lets the command say what it has to, now that a signal ends the process.
  func prepareEnding() async { await lastWords.withLock { $0 }?() }

  /// Closes what was opened; the second time there is nothing to do.
  package func close() async throws {
    let opened = opened.withLock { opened in
      defer { opened = nil }
      return opened
    }
    try await opened?.close()
  }

  /// Where the store is, or would be.
  func location() throws -> StoreLocation {
    // The same as a daemon's, so that nobody comes to have two.
    if let places = try DaemonSocket.places(folder: folder) {
      return StoreLocation(folder: places.state)
    }
    var environment: [String: String] = [:]
    for name in ["XDG_DATA_HOME", "HOME"] {
      environment[name] = CurrentProcess.environment(name)
    }
    guard let location = StoreLocation.usual(environment) else {
      throw ProgramFailure(
        .usage, "cannot find the store: neither XDG_DATA_HOME nor HOME is set",
        advice: "Name its folder with --state.")
    }
    return location
  }
}
