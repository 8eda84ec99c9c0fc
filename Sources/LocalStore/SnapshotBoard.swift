internal import HealthModel
internal import HealthStorage
private import Synchronization

/// The latest committed state, and who wants to hear of the next.
final class SnapshotBoard: Sendable {
  private struct Listener {
    var types: Set<ObjectType>
    var continuation: AsyncStream<Void>.Continuation
  }

  private struct Board {
    var latest: Snapshot
    var listeners: [UInt64: Listener] = [:]
    var nextListener: UInt64 = 0
    var followers: [@Sendable () -> Void] = []
  }

  private let board: Mutex<Board>

  init(_ first: Snapshot) {
    board = Mutex(Board(latest: first))
  }

  var latest: Snapshot { board.withLock { $0.latest } }

  /// Shows a new state and wakes those who wait for one of the types that changed.
  func publish(_ snapshot: Snapshot, changed types: Set<ObjectType>) {
    let (woken, followers, old) = board.withLock { board in
      let old = board.latest
      board.latest = snapshot
      let isNew = snapshot.state.generation != old.state.generation
      return (
        board.listeners.values.filter { !$0.types.isDisjoint(with: types) }.map(\.continuation),
        isNew ? board.followers : [], old
      )
    }
    // The last reader of a state lets go of it outside the lock.
    _ = old
    for continuation in woken { continuation.yield() }
    for follower in followers { follower() }
  }

  /// Runs `body` whenever a new state is shown, for as long as the store is open.
  func afterEachCommit(_ body: @escaping @Sendable () -> Void) {
    board.withLock { $0.followers.append(body) }
  }

  /// One element after each commit that touched one of the types; commits that come while an
  /// element waits are one.
  func wakeups(for types: Set<ObjectType>) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = board.withLock { board in
      board.nextListener += 1
      board.listeners[board.nextListener] = Listener(types: types, continuation: continuation)
      return board.nextListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.board.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  /// Ends every stream.
  func finish() {
    let listeners = board.withLock { board in
      defer {
        board.listeners = [:]
        board.followers = []
      }
      return board.listeners.values.map(\.continuation)
    }
    for continuation in listeners { continuation.finish() }
  }
}
