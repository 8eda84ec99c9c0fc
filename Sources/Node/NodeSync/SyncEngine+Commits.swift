package import HealthModel
package import HealthStorage
internal import RPCCore
internal import Synchronization
internal import SystemCore

extension SyncEngine: CommitFollower {
  package var takesPart: Bool { true }

  package func see(_ snapshot: Snapshot, changed types: Set<ObjectType>, records: Set<String>) {
    work.wake()
  }

  /// Takes a turn of its own for what is being committed, so that peers hear of it as soon as it is durable.
  ///
  /// What came from peers waits for an ordinary turn, and nobody who saves waits while much is told that was
  /// saved before.
  package func takePart(
    in transaction: inout SyncTransaction
  ) throws -> ((_ failure: (any Error)?) -> Void)? {
    let sessions = guarded.withLock { guarded in
      let isBusy =
        guarded.hasMuchToSay || !guarded.opened.isEmpty || !guarded.closed.isEmpty
        || !guarded.waiters.isEmpty
        || guarded.sessions.values.contains(where: \.hasNews)
      return isBusy ? [:] : guarded.sessions
    }
    guard !sessions.isEmpty else { return nil }
    // What is said is made ready while the disk takes what it is about, and leaves once that is durable.
    var gates: [any SendingGate] = []
    do {
      let said = try turn(SyncRules.Input(), sessions, &transaction) { peer, messages in
        guard let gate = sessions[peer]?.prepare(messages) else { return false }
        gates.append(gate)
        return true
      }
      return { [self, gates] failure in
        guard let failure else {
          for gate in gates { gate.open() }
          return carryOut(said)
        }
        for gate in gates { gate.breakOff() }
        rules.withLock { $0.rolledBack() }
        stop(sessions, because: failure)
      }
    } catch {
      for gate in gates { gate.breakOff() }
      stop(sessions, because: error)
      throw error
    }
  }
}
