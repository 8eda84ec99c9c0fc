internal import CalendarEdges
internal import CommandLineCore
internal import DyadServices
internal import LocalStore
internal import StoreAccess
private import Synchronization
internal import SystemCore
internal import TextFormats

/// The store that a program reaches which loads the extension: one, for all of its connections.
package enum LoadedStore {
  private typealias Store = OpenedStore<any OwnerAccess>

  /// Kept until the process ends; threads that load at the same time wait for the one that opens it.
  private static let opened = Mutex<Store?>(nil)

  /// Its tables, with the types that it has now; the calling thread waits for them.
  ///
  /// - Throws: What keeps the store from being opened.
  package static func tables() throws -> StoreTables {
    try opened.withLock { opened in
      let known = opened
      let feed = Feed<(store: Store, tables: StoreTables)> { put in
        let store = if let known { known } else { try await open() }
        let zone = try? TimeZoneRules.machine(variable: CurrentProcess.environment("TZ"))
        let tables = try await StoreTables(
          store.access, in: zone ?? .utc, zonesIn: TimeZoneRules.usualFolder)
        await put((store, tables))
      }
      defer { feed.close() }
      guard let found = try feed.next() else { preconditionFailure("it is there, or it threw") }
      opened = found.store
      return found.tables
    }
  }

  private static func open() async throws -> Store {
    let places = try places()
    if let daemon = try await Store(ofDaemonAt: places) { return daemon }
    let location = StoreLocation(folder: places.state)
    guard try FileSystem.exists(location.database) else {
      throw TableFailure(
        "there is no store in \(places.state); DYAD_STATE names another folder, 'dyad save' makes one"
      )
    }
    return Store(try await LocalStore.open(location))
  }

  private static func places() throws -> NodePlaces {
    if let folder = CurrentProcess.environment("DYAD_STATE"), !folder.isEmpty {
      guard let path = CurrentProcess.absolutePath(folder) else {
        throw TableFailure("the present folder is gone: DYAD_STATE has to begin with a slash")
      }
      return NodePlaces(folder: path)
    }
    var environment: [String: String] = [:]
    for name in NodePlaces.variables {
      environment[name] = CurrentProcess.environment(name)
    }
    guard let places = try NodePlaces.usual(environment, user: Machine.user) else {
      throw TableFailure("neither DYAD_STATE nor HOME says where the store is")
    }
    return places
  }
}
