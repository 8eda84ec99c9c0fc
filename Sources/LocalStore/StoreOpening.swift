internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SystemCore

/// The steps of opening a store, on the thread that blocks for them.
actor StoreOpening {
  private let executor = ThreadExecutor(label: "dyad.opening")
  private let location: StoreLocation
  private let lock: StoreLock
  private let marker: CleanCloseMarker?
  private let clock: WallClock

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  init(location: StoreLocation, lock: StoreLock, marker: CleanCloseMarker?, clock: WallClock) {
    self.location = location
    self.lock = lock
    self.marker = marker
    self.clock = clock
  }

  func run(_ generator: some RandomNumberGenerator) throws -> LocalStore {
    // Locals, so that what is made here belongs to nobody and can be handed on.
    let (location, marker, clock) = (location, marker, clock)
    var generator = generator
    let incarnation = Incarnation(rawValue: generator.next())
    let fresh = FreshBlocks()
    let connection = try Connection(path: location.database, mode: .readWriteCreate)
    let writer = try StoreWriter(
      connection, beginning: incarnation, board: PinBoard(), fresh: fresh,
      continuingIf: { state in marker?.take(fitting: state) ?? false })
    let reader = try StoreReader(
      Connection(path: location.database, mode: .readOnly), fresh: fresh)
    return LocalStore(
      location: location, lock: lock, marker: marker, writer: writer, reader: reader,
      clock: clock)
  }
}
