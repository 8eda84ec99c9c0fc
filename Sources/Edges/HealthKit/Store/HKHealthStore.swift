internal import HealthModel
internal import LocalStore
internal import StoreAccess

/// A health store, as its app may use it.
///
/// All stores that `init()` makes in a process are the same: that of the user's daemon where one runs, else one of
/// this process below `$XDG_DATA_HOME`. It is opened when it is first used.
open class HKHealthStore: NSObject, @unchecked Sendable {
  /// A store that is no file.
  public enum Storage: Sendable {
    /// In the memory of the process, and gone with the last object that uses it.
    case inMemory
  }

  /// How the daemon starts the app for background delivery.
  public enum BackgroundStart: Hashable, Sendable {
    /// Not at all: changes wait until the app runs.
    case nothing
    /// A program by its whole path, and its words.
    case command([String])
    /// A unit of the user's systemd.
    case unit(String)
  }

  let handle: StoreHandle
  /// Who saves what the app saves.
  let source: HKSource

  /// How the daemon starts the app for background delivery; to be set before that is enabled.
  open var backgroundStart = BackgroundStart.nothing

  init(_ handle: StoreHandle, as source: HKSource = .default()) {
    self.handle = handle
    self.source = source
    super.init()
    LiveStores.shared.add(self)
  }

  /// The store of the user who runs the app.
  public override init() {
    handle = .usual
    source = .default()
    super.init()
    LiveStores.shared.add(self)
  }

  /// A new store in memory, which makes code for a health store testable.
  ///
  /// - Parameters:
  ///   - storage: Where it is.
  ///   - permissions: Who answers what the app asks for.
  ///   - source: The app.
  ///   - now: The time by the store's clock; without it the system's.
  public convenience init(
    _ storage: Storage, permissions: HKPermissionSheet = .allowing, source: HKSource = .default(),
    now: (@Sendable () -> Date)? = nil
  ) {
    self.init(.inMemory(as: source, asking: permissions, at: now), as: source)
  }

  /// The store of a folder: of its daemon where one runs, else one of this process, made where there is none.
  ///
  /// - Parameters:
  ///   - folder: Where it is.
  ///   - permissions: Who answers what the app asks for, where no daemon does.
  public convenience init(at folder: URL, permissions: HKPermissionSheet = .terminal) {
    self.init(.folder(folder, asking: permissions))
  }

  /// The store of a daemon, which must run.
  ///
  /// - Parameters:
  ///   - daemon: The daemon's folder, or its socket for apps.
  ///   - token: What `dyad apps add` gave the app.
  public convenience init(daemon: URL, token: String) {
    self.init(.daemon(daemon, token: token))
  }

  /// A store of this process as another app sees it.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - source: The other app.
  ///   - permissions: Who answers what that app asks for.
  public convenience init(
    sharing store: HKHealthStore, as source: HKSource, permissions: HKPermissionSheet = .allowing
  ) {
    self.init(store.handle.shared(as: source, asking: permissions), as: source)
  }

  /// Whether there can be health data on this machine: always.
  open class func isHealthDataAvailable() -> Bool { true }

  /// Whether there can be health records on this machine: always.
  open func supportsHealthRecords() -> Bool { true }

  /// The earliest date at which a sample may end to be saved; `distantPast` where there is no such limit, and where
  /// the store cannot be asked.
  open func earliestPermittedSampleDate() -> Date {
    let handle = handle
    let from = try? BackgroundExecutor.wait { try await handle.access().coverage().from }
    guard let from, from.isFinite else { return .distantPast }
    let date = Date(timeIntervalSinceReferenceDate: from)
    return date <= Self.earliest ? .distantPast : date
  }

  /// The first instant of the years that samples may be of.
  private static let earliest = Date(timeIntervalSinceReferenceDate: Instant.permitted.lowerBound)

  /// Asks the store something, and calls `completion` in the background.
  func ask<Value: Sendable>(
    _ question: @escaping @Sendable (any AppAccess) async throws -> Value,
    then completion: @escaping @Sendable (Value?, HKError?) -> Void
  ) {
    let handle = handle
    BackgroundExecutor.run {
      try await question(try await handle.access())
    } then: { result in
      switch result {
      case .success(let value): completion(value, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }

  /// Asks the store something.
  func ask<Value: Sendable>(
    _ question: @Sendable (any AppAccess) async throws -> Value
  ) async throws -> Value {
    do {
      return try await question(try await handle.access())
    } catch {
      throw HKError(thrown: error)
    }
  }
}
