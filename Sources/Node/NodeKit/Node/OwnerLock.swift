internal import SystemCore

/// The right to be the one daemon of a state folder, for as long as somebody holds this.
///
/// The store beside it has a lock of its own, because commands may own it while no daemon runs.
final class OwnerLock: Sendable {
  private let lock: FileLock

  init(_ path: String) throws(SystemError) {
    lock = try FileLock(path: path)
  }
}
