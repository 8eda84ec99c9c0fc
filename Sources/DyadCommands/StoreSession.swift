internal import CommandLineCore
internal import HealthModel
internal import LocalStore
private import Synchronization
internal import SystemCore

/// The store of one run of the program: opened when a command needs it, closed on every way out.
package final class StoreSession: Sendable {
  /// Whether a store that is not there is made.
  enum Missing {
    case isMade
    case isAnError
  }

  private let folder: String?
  private let opened = Mutex<LocalStore?>(nil)

  /// A session on the store in `folder`, or on the usual one.
  package init(folder: String?) {
    self.folder = folder
  }

  /// Opens the store.
  func open(_ missing: Missing) async throws -> LocalStore {
    let location = try location()
    if missing == .isAnError, try !FileSystem.exists(location.database) {
      throw CommandFailure(
        .notFound, "cannot open the store in \(location.folder): there is none",
        advice: "'dyad save' makes one; --state DIR names another folder.")
    }
    do {
      let store = try await LocalStore.open(location)
      opened.withLock { $0 = store }
      return store
    } catch let error as SystemError where error.code == .locked {
      var failure = CommandFailure(error)
      failure.message = "cannot open the store in \(location.folder): \(error.detail)"
      throw failure
    }
  }

  /// Closes what was opened; the second time there is nothing to do.
  package func close() async throws {
    let store = opened.withLock { opened in
      defer { opened = nil }
      return opened
    }
    try await store?.close()
  }

  private func location() throws -> StoreLocation {
    if let folder {
      guard let path = CurrentProcess.absolutePath(folder) else {
        throw CommandFailure(
          .failure, "cannot find \(folder): the present folder is gone",
          advice: "Name the folder from the root on.")
      }
      return StoreLocation(folder: path)
    }
    var environment: [String: String] = [:]
    for name in ["XDG_DATA_HOME", "HOME"] {
      environment[name] = CurrentProcess.environment(name)
    }
    guard let location = StoreLocation.usual(environment) else {
      throw CommandFailure(
        .usage, "cannot find the store: neither XDG_DATA_HOME nor HOME is set",
        advice: "Name its folder with --state.")
    }
    return location
  }
}
