package import HealthStorage
internal import SQLiteCore
internal import Synchronization
internal import SystemCore

/// Sees that a store on a full disk can still be opened, read and emptied.
///
/// Everything that is written takes room in the log first, a deletion too, before it gives any back. So there
/// is a file beside the store that holds nothing but room. It is removed for whatever gives room back, and made
/// again as soon as there is enough.
final class DiskRoom: Sendable {
  /// What the changes of a deletion and some pages of what it erases take.
  static let mostReserved = 1 << 20
  /// Less than this is of no help.
  private static let leastReserved = 64 << 10
  /// What is left free beside it where there is little.
  private static let margin = 64 << 10

  private let location: StoreLocation
  private let wasFull = Atomic(false)
  /// How much was in reserve when it was given up last.
  private let givenUp = Atomic(0)

  init(of location: StoreLocation) { self.location = location }

  /// Whether an error says that there is no room.
  static func isShort(_ error: any Error) -> Bool {
    switch error {
    case let error as StorageError: error.code == .full
    case let error as SQLiteError: error.code == .full
    case let error as SystemError: error.code == .noSpace
    default: false
    }
  }

  /// How many bytes may still be written beside the store, as far as the system says.
  var free: Int {
    location.isInMemory ? .max : (try? FileSystem.freeSpace(at: location.folder)) ?? .max
  }

  /// Whether the last change found no room, and there still is not more than what is kept in reserve.
  var isFull: Bool { wasFull.load(ordering: .relaxed) && free < Self.mostReserved }

  /// Notes how the last change went.
  func note(isFull: Bool) { wasFull.store(isFull, ordering: .relaxed) }

  private var reserved: Int {
    do {
      return try FileSystem.size(of: location.reserve)
    } catch {
      return 0
    }
  }

  /// Whether all that is to be kept in reserve is there.
  var isHeld: Bool { location.isInMemory || reserved >= Self.mostReserved }

  /// Reserves as much as there is room for.
  ///
  /// As much as was given up comes back without leaving anything beside it: small saves would use that, and each
  /// time the reserve was given up there would be less of it.
  func hold() {
    guard !location.isInMemory else { return }
    let held = reserved
    guard held < Self.mostReserved else { return }
    // More than that would change nothing, and a system that cannot tell says the largest number there is.
    let room = min(free, Self.mostReserved + Self.margin) + held
    let former = min(room, givenUp.load(ordering: .relaxed))
    let size = min(Self.mostReserved, max(former, room - Self.margin)) & ~4_095
    guard size > held, size >= Self.leastReserved else { return }
    do {
      try FileSystem.allocateFile(location.reserve, size: size)
    } catch {
      // Somebody else was faster, or the file system cannot do it: the store goes on without.
      if held == 0 { giveUp() }
    }
  }

  /// Gives up what is reserved, for something that gives back more.
  func giveUp() {
    guard !location.isInMemory else { return }
    let held = reserved
    if held > 0 { givenUp.store(held, ordering: .relaxed) }
    // Where it cannot be removed, what needs the room says that there is none.
    _ = try? FileSystem.removeFile(location.reserve)
  }
}

/// What failed on the disk where the store could go on, so that nobody was told: it is tried again, and would be again
/// and again with nothing in any log.
///
/// A disk that is full, or a reader in the way, is no such fault: those are told to whoever needs the room.
package final class DiskFaults: Sendable {
  private let continuation: AsyncStream<StorageError>.Continuation
  /// The faults as they come, for the one who writes the log; what nobody takes is told in part, the first of it.
  package let arrivals: AsyncStream<StorageError>

  init() {
    // Whoever reads them late needs no more than the first: they repeat each other.
    (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(16))
  }

  /// Notes why something was not done.
  func note(_ error: any Error) {
    guard let fault = StorageError.naming(error) as? StorageError, fault.code != .full,
      fault.code != .busy
    else { return }
    _ = continuation.yield(fault)
  }

  /// Does what the store can go on without.
  func noting(_ body: () throws -> Void) {
    do { try body() } catch { note(error) }
  }

  /// Ends the arrivals.
  func finish() { continuation.finish() }
}
