internal import SystemCore

/// Holds a store's lock for as long as somebody holds this.
final class StoreLock: Sendable {
  private let lock: FileLock

  init(_ path: String) throws(SystemError) {
    lock = try FileLock(path: path)
  }
}
