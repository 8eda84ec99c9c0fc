package import HealthStorage
private import Synchronization

/// What a commit will bring, while the disk takes it: there is time to work out what is to be told of it.
package final class Forthcoming: Sendable {
  private struct Guarded {
    var isCommitted: Bool?
    var waiting: [@Sendable (Bool) -> Void] = []
  }

  /// The state that there will be; nothing of it may be told before that is certain.
  package let snapshot: Snapshot
  private let guarded = Mutex(Guarded())

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// Runs `body` as soon as it is known whether it came to that, on whatever thread knows it: it must be quick,
  /// and must not ask anything of the store.
  package func whenKnown(_ body: @escaping @Sendable (_ isCommitted: Bool) -> Void) {
    let isCommitted = guarded.withLock { guarded in
      if guarded.isCommitted == nil { guarded.waiting.append(body) }
      return guarded.isCommitted
    }
    if let isCommitted { body(isCommitted) }
  }

  /// Tells whether it came to that; what was told first holds.
  func settle(_ isCommitted: Bool) {
    let waiting = guarded.withLock { guarded in
      guard guarded.isCommitted == nil else { return [] as [@Sendable (Bool) -> Void] }
      guarded.isCommitted = isCommitted
      defer { guarded.waiting = [] }
      return guarded.waiting
    }
    for body in waiting { body(isCommitted) }
  }
}
