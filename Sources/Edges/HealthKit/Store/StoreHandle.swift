internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import StoreAccess
private import Synchronization
private import SystemCore

/// A store that is opened at its first use, and closed when nothing uses it any more.
final class StoreHandle: Sendable {
  typealias Opened = OpenedStore<any AppAccess>

  /// Whether it asks people, who must be told why.
  let asksPeople: Bool
  /// The types for which the app is woken, whichever of its objects said so.
  let deliveries = BackgroundDeliveries()
  /// The types whose units the app asked for.
  let preferences = WatchedPreferences()
  /// The folder of the store, where it is one that can be opened again.
  private let folder: String?
  private let open: @Sendable () async throws -> Opened
  private let opening = Mutex<Task<Opened, any Error>?>(nil)

  /// The last store of each folder that is being closed.
  private static let closing = Mutex<[String: Task<Void, any Error>]>([:])

  init(
    asksPeople: Bool, folder: String? = nil, _ open: @escaping @Sendable () async throws -> Opened
  ) {
    self.asksPeople = asksPeople
    self.folder = folder
    self.open = open
  }

  deinit {
    guard let task = opening.withLock({ $0 }) else { return }
    let closing = Task(executorPreference: BackgroundExecutor.shared) {
      try await task.value.close()
    }
    if let folder { Self.closing.withLock { $0[folder] = closing } }
  }

  /// Waits until nobody of this process has the store of a folder any more; how that ended, opening it tells.
  private static func waitUntilClosed(_ folder: String) async {
    guard let closing = closing.withLock({ $0.removeValue(forKey: folder) }) else { return }
    _ = await closing.result
  }

  /// Asks for permission; stops where people of this process would be asked without being told why.
  func requestAuthorization(_ request: AccessRequest) async throws -> Bool {
    let opened = try await opened()
    if asksPeople, opened.embedded != nil { UsageReasons.ofMainBundle.check(request) }
    return try await opened.access.requestAuthorization(request)
  }

  /// What the app may do with the store.
  func access() async throws -> any AppAccess { try await opened().access }

  /// The store itself, where it is one of this process.
  func store() async throws -> LocalStore {
    guard let store = try await opened().embedded else {
      throw HKError(
        .errorHealthDataRestricted,
        userInfo: [
          NSLocalizedDescriptionKey:
            "this store is a daemon's, whose owner decides: use 'dyad' for it"
        ])
    }
    return store
  }

  /// - Throws: What kept it from being opened; the next one who asks tries again.
  private func opened() async throws -> Opened {
    let task = opening.withLock { opening in
      if let opening { return opening }
      let task = Task(executorPreference: BackgroundExecutor.shared) { [open] in try await open() }
      opening = task
      return task
    }
    do {
      return try await task.value
    } catch {
      opening.withLock { if $0 == task { $0 = nil } }
      throw error
    }
  }
}

extension StoreHandle {
  /// The store of the user who runs this: the daemon's where one runs, else one of this process.
  ///
  /// All of a process are the same.
  static let usual = StoreHandle(asksPeople: true) {
    let environment = ProcessInfo.processInfo.environment
    guard
      var places = try NodePlaces.usual(environment, user: Machine.user)
    else {
      throw HKError(
        .errorHealthDataUnavailable,
        userInfo: [
          NSLocalizedDescriptionKey:
            "nothing says where the store is: set HOME or XDG_DATA_HOME, or use HKHealthStore(at:)"
        ])
    }
    // What a daemon gives to the programs that it starts.
    if let socket = environment["DYAD_SOCKET"] { places.socket = socket }
    return try await open(
      places, as: .default(), asking: .terminal, token: environment["DYAD_TOKEN"])
  }

  private static let known = Mutex<[String: Weak]>([:])

  private struct Weak: Sendable {
    weak let handle: StoreHandle?
  }

  /// The handle of a name, made where nobody holds it.
  private static func shared(_ name: String, _ make: () -> StoreHandle) -> StoreHandle {
    known.withLock { known in
      if let handle = known[name]?.handle { return handle }
      let made = make()
      known = known.filter { $0.value.handle != nil }
      known[name] = Weak(handle: made)
      return made
    }
  }

  /// The store of a folder: of its daemon where one runs, else of this process, which has one of each folder.
  static func folder(_ url: URL, asking sheet: HKPermissionSheet) -> StoreHandle {
    let folder = url.standardizedFileURL.resolvingSymlinksInPath().path
    return shared(folder) {
      StoreHandle(asksPeople: sheet.asksPeople, folder: folder) {
        await waitUntilClosed(folder)
        return try await open(
          NodePlaces(folder: folder), as: .default(), asking: sheet, token: nil)
      }
    }
  }

  /// The store that a daemon has, which is an error where none runs.
  static func daemon(_ url: URL, token: String) -> StoreHandle {
    let folder = url.standardizedFileURL.path
    return shared("\(token)\n\(folder)") {
      StoreHandle(asksPeople: false) {
        var places = NodePlaces(folder: folder)
        if folder.hasSuffix(".sock") { places.socket = folder }
        guard let opened = try await Opened(ofDaemonAt: places, token: token) else {
          throw HKError(
            .errorDatabaseInaccessible,
            userInfo: [
              NSLocalizedDescriptionKey:
                "no daemon answers at \(places.socket): start 'dyadd' there"
            ])
        }
        return opened
      }
    }
  }

  /// A new store in memory.
  static func inMemory(
    as source: HKSource, asking sheet: HKPermissionSheet, at now: (@Sendable () -> Date)?
  ) -> StoreHandle {
    StoreHandle(asksPeople: sheet.asksPeople) {
      let clock = now.map { now in WallClock { now().timeIntervalSinceReferenceDate } } ?? .system
      return try await Opened.inMemory(
        as: source.ownRevision, asking: sheet.sheet(source, .ofMainBundle), clock: clock)
    }
  }

  /// The same store for another app, which is an error for a daemon's.
  func shared(as source: HKSource, asking sheet: HKPermissionSheet) -> StoreHandle {
    StoreHandle(asksPeople: sheet.asksPeople) { [self] in
      Opened(
        sharing: try await store(), as: source.ownRevision,
        asking: sheet.sheet(source, .ofMainBundle), keeping: self)
    }
  }

  private static func open(
    _ places: NodePlaces, as source: HKSource, asking sheet: HKPermissionSheet, token: String?
  ) async throws -> Opened {
    try await Opened.open(
      places, as: source.ownRevision, asking: sheet.sheet(source, .ofMainBundle), token: token)
  }
}
