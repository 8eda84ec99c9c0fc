internal import HealthModel
internal import HealthStorage
private import Synchronization

/// The state as last committed, and those that follow it.
final class PublishedState: CommitFollower {
  private struct Listener {
    var types: Set<ObjectType>
    /// The keys of the records of which it also wants to hear.
    var records: Set<String> = []
    /// Whether it wants to know what was before the first commit that it has not looked at.
    var keepsBefore = false
    /// Whether it is also woken when such a commit is under way.
    var looksAhead = false
    var before: Snapshot?
    var continuation: AsyncStream<Void>.Continuation
  }

  /// Somebody beside the readers, for as long as anybody holds it.
  private struct Follower: Sendable {
    weak var follower: (any CommitFollower)?
  }

  private struct Guarded {
    var latest: Snapshot
    var listeners: [UInt64: Listener] = [:]
    var nextListener: UInt64 = 0
    var followers: [Follower] = []
    var forthcoming: Forthcoming?
  }

  private let guarded: Mutex<Guarded>

  init(_ first: Snapshot) {
    guarded = Mutex(Guarded(latest: first))
  }

  var latest: Snapshot { guarded.withLock { $0.latest } }

  /// Shows a new state and wakes those who wait for one of the types, or of the records, that changed.
  func see(_ snapshot: Snapshot, changed types: Set<ObjectType>, records: Set<String>) {
    let (woken, followers, old, forthcoming) = guarded.withLock { guarded in
      let old = guarded.latest
      let forthcoming = guarded.forthcoming
      guarded.forthcoming = nil
      guarded.latest = snapshot
      let isNew = snapshot.state.generation != old.state.generation
      var woken: [AsyncStream<Void>.Continuation] = []
      for (id, listener) in guarded.listeners {
        let isOfItsTypes = !listener.types.isDisjoint(with: types)
        if isOfItsTypes, listener.keepsBefore, listener.before == nil {
          guarded.listeners[id]?.before = old
        }
        if isOfItsTypes || !listener.records.isDisjoint(with: records) {
          woken.append(listener.continuation)
        }
      }
      return (woken, isNew ? guarded.followers : [], old, forthcoming)
    }
    // Who has worked out already what to tell is the first to do so.
    forthcoming?.settle(snapshot.state.generation >= forthcoming?.snapshot.state.generation ?? .max)
    // The last reader of a state lets go of it outside the lock.
    _ = old
    for continuation in woken { continuation.yield() }
    for follower in followers {
      follower.follower?.see(snapshot, changed: types, records: records)
    }
  }

  /// What there will be once a commit has ended that is under way; `nil` where there is none, or it cannot be
  /// read yet.
  var forthcoming: Forthcoming? { guarded.withLock { $0.forthcoming } }

  /// Lets those look ahead who want to, until the next state is shown, or the same again.
  func lookAhead(to snapshot: Snapshot, changed types: Set<ObjectType>) {
    let (woken, last) = guarded.withLock { guarded in
      let woken = guarded.listeners.values.filter {
        $0.looksAhead && !$0.types.isDisjoint(with: types)
      }
      let last = guarded.forthcoming
      guarded.forthcoming = woken.isEmpty ? nil : Forthcoming(snapshot)
      return (woken, last)
    }
    // It was given up, or overtaken.
    last?.settle(false)
    for listener in woken { listener.continuation.yield() }
  }

  /// Lets somebody follow the commits as well, for as long as anybody holds it and the store is open.
  func add(_ follower: any CommitFollower) {
    guarded.withLock { guarded in
      guarded.followers.removeAll { $0.follower == nil }
      guarded.followers.append(Follower(follower: follower))
    }
  }

  var takesPart: Bool { partner != nil }

  func takePart(
    in transaction: inout SyncTransaction
  ) throws -> ((_ failure: (any Error)?) -> Void)? {
    try partner?.takePart(in: &transaction)
  }

  /// The one that takes part.
  private var partner: (any CommitFollower)? {
    guarded.withLock { guarded in
      guarded.followers.lazy.compactMap(\.follower).first { $0.takesPart }
    }
  }

  /// One element after each commit that touched one of the types or records; commits that come while an
  /// element waits are one.
  ///
  /// For who looks ahead there is also one when such a commit is under way.
  func wakeups(
    for types: Set<ObjectType>, records: Set<String> = [], ahead looksAhead: Bool = false
  ) -> AsyncStream<Void> {
    listen {
      Listener(types: types, records: records, looksAhead: looksAhead, continuation: $0)
    }.wakeups
  }

  /// The same for somebody who also wants to know what there was before, and of the order of the sources of
  /// one type.
  func watch(_ types: Set<ObjectType>, orderOf ordered: ObjectType) -> SnapshotWatch {
    let (id, wakeups) = listen {
      Listener(
        types: types, records: [RecordKey.sourceOrder(ordered).text], keepsBefore: true,
        continuation: $0)
    }
    return SnapshotWatch(published: self, id: id, wakeups: wakeups)
  }

  /// What there is, and what there was before the first commit to one of the listener's types since it
  /// last asked; `nil` where there was none.
  func look(as listener: UInt64) -> (before: Snapshot?, latest: Snapshot) {
    guarded.withLock { guarded in
      let before = guarded.listeners[listener]?.before
      guarded.listeners[listener]?.before = nil
      return (before, guarded.latest)
    }
  }

  private func listen(
    _ make: (AsyncStream<Void>.Continuation) -> Listener
  ) -> (id: UInt64, wakeups: AsyncStream<Void>) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let listener = make(continuation)
    let id = guarded.withLock { guarded in
      guarded.nextListener += 1
      guarded.listeners[guarded.nextListener] = listener
      return guarded.nextListener
    }
    continuation.onTermination = { [weak self] _ in
      // What it kept of a state goes outside the lock.
      _ = self?.guarded.withLock { $0.listeners.removeValue(forKey: id) }
    }
    return (id, stream)
  }

  /// Ends every stream.
  func finish() {
    let listeners = guarded.withLock { guarded in
      defer {
        guarded.listeners = [:]
        guarded.followers = []
      }
      return guarded.listeners.values.map(\.continuation)
    }
    for continuation in listeners { continuation.finish() }
  }
}
