internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SystemCore

/// The steps of opening a store, on the thread that blocks for them.
actor StoreOpening {
  private let executor = ThreadExecutor(label: "dyad.opening")
  private let location: StoreLocation
  private let room: DiskRoom
  private let lock: StoreLock?
  private let marker: CleanCloseMarker?
  private let clock: WallClock

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  init(location: StoreLocation, lock: StoreLock?, marker: CleanCloseMarker?, clock: WallClock) {
    self.location = location
    room = DiskRoom(of: location)
    self.lock = lock
    self.marker = marker
    self.clock = clock
  }

  /// Keeps the index of the log in memory, where the disk has no room for it; nobody else may read it then.
  private static let indexInMemory = "unix-excl"

  func run(_ generator: some RandomNumberGenerator) throws -> LocalStore {
    var generator = generator
    do {
      return try open(Incarnation(rawValue: generator.next()))
    } catch let error as SQLiteError {
      throw StorageError(error)
    }
  }

  /// Opens it as it is, then without its reserve, and then without a file for the index of the log.
  private func open(_ incarnation: Incarnation) throws -> LocalStore {
    do {
      return try open(incarnation, on: location.isInMemory ? Connection.memorySystem : nil)
    } catch  where DiskRoom.isShort(error) && !location.isInMemory {
      room.giveUp()
    }
    do {
      return try open(incarnation, on: nil)
    } catch  where DiskRoom.isShort(error) {
      // Somebody else took that room; what needs none is left.
    }
    return try open(incarnation, on: Self.indexInMemory)
  }

  private func open(_ incarnation: Incarnation, on system: String?) throws -> LocalStore {
    // Locals, so that what is made here belongs to nobody and can be handed on.
    let (location, marker, clock) = (location, marker, clock)
    let fresh = FreshBlocks()
    let connection = try Connection(
      path: location.database, mode: .readWriteCreate, vfs: system)
    let writer = try StoreWriter(
      connection, beginning: incarnation, pins: PinnedGenerations(), fresh: fresh,
      continuingIf: { state in marker?.take(fitting: state) ?? false })
    let reader = try StoreReader(
      Connection(path: location.database, mode: .readOnly, vfs: system), fresh: fresh)
    return LocalStore(
      location: location, room: room, lock: lock, marker: marker, writer: writer, reader: reader,
      clock: clock, system: system)
  }
}
