internal import HealthModel
internal import HealthStorage
private import Synchronization

/// Changes that wait for the next commit, so that writers who come together share one fsync.
final class ChangeQueue: Sendable {
  /// A change and, once it was committed or refused, what became of it.
  final class Ticket: Sendable {
    let changes: [Change]
    /// Throws unless whoever asks may have this done, by the state that the commit begins with.
    let checkPermission: @Sendable (StoreState) throws -> Void
    private let result = Mutex<[Result<Outcome, any Error>]?>(nil)

    init(_ changes: [Change], if checkPermission: @escaping @Sendable (StoreState) throws -> Void) {
      self.changes = changes
      self.checkPermission = checkPermission
    }

    var outcome: [Result<Outcome, any Error>]? { result.withLock { $0 } }

    func settle(_ outcome: [Result<Outcome, any Error>]) {
      result.withLock { $0 = outcome }
    }
  }

  private let waiting = Mutex<[Ticket]>([])

  /// As many changes as one commit takes, so that none waits long for its neighbours.
  private static let mostPerCommit = 256
  /// As many changes as wait at once; who comes then is told to come again.
  private static let mostWaiting = 16_384

  /// Puts changes in line.
  ///
  /// - Throws: `busy` when too many wait already.
  func add(
    _ changes: [Change], if checkPermission: @escaping @Sendable (StoreState) throws -> Void
  ) throws(StorageError) -> Ticket {
    let ticket = Ticket(changes, if: checkPermission)
    let isTaken = waiting.withLock { waiting in
      guard waiting.count < Self.mostWaiting else { return false }
      waiting.append(ticket)
      return true
    }
    guard isTaken else {
      throw StorageError(
        .busy, cannot: "commit the change", "\(Self.mostWaiting) others wait already; try again")
    }
    return ticket
  }

  /// The tickets of the next commit, in the order they came: as many as a transaction holds.
  func take() -> [Ticket] {
    waiting.withLock { waiting in
      var samples = 0
      let taken = Array(
        waiting.prefix(Self.mostPerCommit).enumerated().prefix { index, ticket in
          samples += ticket.changes.reduce(0) { $0 + $1.sampleCount }
          return index == 0 || samples <= Change.Save.mostTogether
        }.map(\.element))
      waiting.removeFirst(taken.count)
      return taken
    }
  }
}
