internal import PostgresCore
package import StoreAccess
private import Synchronization
internal import SystemCore

/// Keeps the tables of a database in step with many stores over a few connections, in rounds: each store that has
/// changed since the last one is opened, mirrored and closed again.
package final class MirrorFleet: Sendable {
  /// A store, and whose it is.
  package struct Member: Sendable {
    /// By a name.
    package let subject: String
    /// Its files: as long as they look the same, nothing has changed.
    let files: [String]
    /// Opens the store for as long as something is done with it.
    let use: Use

    package typealias Use =
      @Sendable (_ body: @Sendable (any OwnerAccess) async throws -> Void) async throws -> Void

    /// A store of a subject.
    package init(_ subject: String, files: [String], use: @escaping Use) {
      self.subject = subject
      self.files = files
      self.use = use
    }

    /// What the files look like, as far as there is anything in them; `nil` where one was written so lately that it could be once more without a trace.
    func traces(at now: Double) -> [FileTrace?]? {
      let traces = files.map { FileTrace(of: $0) }.map { $0?.size == 0 ? nil : $0 }
      let isFresh = traces.contains { abs(now - ($0?.writtenAt ?? -.infinity)) < 2 }
      return isFresh ? nil : traces
    }
  }

  /// What a fleet tells of its work.
  package enum News: Sendable {
    /// So many changes are in the database now, of this run.
    case told(Int)
    /// A store could not be mirrored; the next round tries it again.
    case failed(String, any Error)
    /// All were looked at: so many stores had changes, of so many.
    case round(changed: Int, of: Int)
    /// Something of the mirror of a subject.
    case subject(String, Mirror.News)
  }

  private struct State {
    var told = 0
    var left: [Member] = []
    var changed = 0
    var failed = 0
    /// Whether the database has ever taken something.
    var hasReached = false
    /// The stores that were mirrored in this run: where all are to be compared first, that is done with them.
    var mirrored: Set<String> = []
    /// How many changes there were of the stores that are mirrored now.
    var changes: [String: Int] = [:]
    /// What each store looked like before it was last mirrored.
    var traces: [String: [FileTrace?]] = [:]
  }

  private let address: String
  private let connections: Int
  private let pause: Duration
  private let choices: Mirror.Choices
  private let members: @Sendable () throws -> [Member]
  private let tell: @Sendable (News) -> Void
  private let state = Mutex(State())

  /// A fleet.
  ///
  /// - Parameters:
  ///   - address: Of the database.
  ///   - connections: As many stores are mirrored at a time.
  ///   - pause: Between two rounds.
  ///   - choices: How each mirror works.
  ///   - members: The stores of a round.
  ///   - tell: Hears how far it is.
  package init(
    at address: String, connections: Int, every pause: Duration, _ choices: Mirror.Choices,
    of members: @escaping @Sendable () throws -> [Member],
    _ tell: @escaping @Sendable (News) -> Void
  ) {
    self.address = address
    self.connections = connections
    self.pause = pause
    self.choices = choices
    self.members = members
    self.tell = tell
  }

  /// Mirrors all of them, and again after each pause; a server that was never reached is not waited for.
  ///
  /// - Parameter isOnce: Whether it ends after the first round.
  /// - Returns: How many stores could not be mirrored in the last one.
  /// - Throws: What the database says that has nothing to do with one store.
  package func run(once isOnce: Bool) async throws -> Int {
    let servers = (0..<connections).map { _ in MirrorServer(address, spread: choices.spread) }
    while true {
      let all = try members()
      state.withLock {
        $0.left = all.reversed()
        ($0.changed, $0.failed) = (0, 0)
      }
      do {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for server in servers { group.addTask { try await self.work(server) } }
          try await group.waitForAll()
        }
      } catch let error as PostgresError where error.code == .lost {
        guard !isOnce, state.withLock({ $0.hasReached }) else { throw error }
        forgetTraces()
        tell(.failed("", error))
      }
      let (changed, failed) = state.withLock { ($0.changed, $0.failed) }
      tell(.round(changed: changed, of: all.count))
      if isOnce { return failed }
      try await choices.clock.sleep(for: pause)
    }
  }

  /// Takes one store after the other.
  private func work(_ server: MirrorServer) async throws {
    while let member = state.withLock({ $0.left.popLast() }) {
      try Task.checkCancellation()
      let traces = member.traces(at: choices.clock.now)
      if traces != nil, state.withLock({ $0.traces[member.subject] }) == traces { continue }
      do {
        let before = await server.connections
        let told = try await mirror(member, server)
        if before > 0, await server.connections > before { forgetTraces() }
        state.withLock {
          $0.hasReached = true
          $0.mirrored.insert(member.subject)
          $0.traces[member.subject] = traces
          if told > 0 { $0.changed += 1 }
        }
      } catch let error as PostgresError where error.isOfTheDatabase {
        throw error
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        state.withLock {
          $0.failed += 1
          $0.traces[member.subject] = nil
        }
        tell(.failed(member.subject, error))
      }
    }
  }

  /// Lets all stores be opened in the next round: behind a new connection may be a standby that lacks something.
  private func forgetTraces() { state.withLock { $0.traces = [:] } }

  /// Mirrors a store, and says how many changes that were.
  private func mirror(_ member: Member, _ server: MirrorServer) async throws -> Int {
    state.withLock { $0.changes[member.subject] = 0 }
    try await member.use { data in try await self.mirror(data, member.subject, server) }
    return state.withLock { $0.changes.removeValue(forKey: member.subject) ?? 0 }
  }

  private func mirror(
    _ data: any OwnerAccess, _ subject: String, _ server: MirrorServer
  ) async throws {
    var choices = choices
    if state.withLock({ $0.mirrored.contains(subject) }) { choices.compares = false }
    let mirror = Mirror(of: data, through: server, subject: subject, choices) { [self] news in
      guard case .told(let count) = news else { return tell(.subject(subject, news)) }
      let all = state.withLock { state in
        state.told += count - (state.changes.updateValue(count, forKey: subject) ?? 0)
        return state.told
      }
      tell(.told(all))
    }
    try await mirror.run(once: true)
  }
}

extension PostgresError {
  /// Whether no other store would fare better.
  fileprivate var isOfTheDatabase: Bool { code != .other && code != .duplicate }
}
