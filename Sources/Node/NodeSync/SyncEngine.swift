package import HealthModel
internal import HealthStorage
package import LocalStore
package import NodeLog
internal import Pairing
internal import RPCCore
package import SyncCore
internal import Synchronization
internal import SystemCore

/// Drives the sync rules over the store, and the sessions with peers.
///
/// One task takes turns: it hands what came on all sessions to the rules, on the thread of the store's
/// writer, and what they say to the sessions. It sleeps until something comes, a commit changes the store
/// or a comparison is due; nothing polls.
package final class SyncEngine: Sendable {
  struct Guarded {
    var sessions: [DeviceID: SyncSession] = [:]
    var opened: [SyncSession] = []
    var closed: [DeviceID] = []
    var reconciling: Set<DeviceID> = []
    var calling: Set<DeviceID> = []
    var statuses: [DeviceID: PeerSyncStatus] = [:]
    /// What watches told of workouts last.
    var workouts: [DeviceID: WorkoutReport] = [:]
    var waiters: [SettleWaiter] = []
    var observers: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var lastObserver: UInt64 = 0
    /// The end of the log as the rules saw it last.
    var head: Int64 = -1
    var mustTurn = true
    /// Whether the last turn had much to say, and the next one may, too.
    var hasMuchToSay = false
    var isClosed = false
    /// When a comparison may be made without being asked for.
    var nextComparison: ContinuousClock.Instant
    var alarm: (instant: ContinuousClock.Instant, task: Task<Void, Never>)?
  }

  /// The node record of how far back a watch reaches.
  static let windowKey = "window"
  /// How far back it reaches where nobody said, in seconds.
  static let usualWindow: Double = 7 * 86_400
  private static let comparisonPause = Duration.seconds(1)

  /// What the node is.
  package let role: NodeRole
  package let store: LocalStore
  let log: Log
  let rules: Mutex<SyncRules>
  let guarded: Mutex<Guarded>
  let work = WakeUp()
  /// For whoever calls peers: a session began, or the owner wants one.
  private let callers = Mutex<[DeviceID: WakeUp]>([:])
  /// For how long a session may be one that a peer which calls has not heard of.
  let longestCalling: Duration

  /// A little more than connections have for their handshakes is usual for how long a call takes to be made.
  package init(
    _ store: LocalStore, role: NodeRole, log: Log, limits: NodeLimits = NodeLimits(),
    sealing: SettingsSealing = .none, longestCalling: Duration = .seconds(15)
  ) {
    self.longestCalling = longestCalling
    self.store = store
    self.role = role
    self.log = log
    guarded = Mutex(Guarded(nextComparison: store.clock.instant))
    var entropy = Entropy()
    rules = Mutex(SyncRules(as: role, seed: entropy.next(), limits: limits, sealing: sealing))
    store.follow(by: self)
  }

  /// Takes turns until it is cancelled; then all sessions are closed.
  package func run() async {
    // A turn is mostly the writer's work: on its thread there is no other to wait for.
    await withTaskExecutorPreference(store.savers) {
      while !Task.isCancelled {
        if isTurnDue { await takeTurn() } else { await work.sleep() }
      }
    }
    close()
  }

  /// Ends all sessions, and takes no more.
  package func close() {
    let (sessions, waiters) = guarded.withLock { guarded in
      guarded.isClosed = true
      guarded.alarm?.task.cancel()
      defer { guarded.waiters = [] }
      return (guarded.sessions.values.map(\.self), guarded.waiters)
    }
    for waiter in waiters { waiter.end.give(.stopped) }
    for observer in guarded.withLock({ Array($0.observers.values) }) { observer.finish() }
    for session in sessions { drop(session, because: "the node stops") }
  }

  /// What wakes whoever calls a peer.
  func callerNews(of peer: DeviceID) -> WakeUp {
    callers.withLock { callers in
      let news = callers[peer] ?? WakeUp()
      callers[peer] = news
      return news
    }
  }

  /// Wakes whoever calls a peer.
  func wakeCallers(of peer: DeviceID) {
    callers.withLock { $0[peer] }?.wake()
  }

  /// Runs `body` on the rules, on the writer's thread, and lets a turn follow.
  func withRules<Result: Sendable>(
    _ body: @Sendable (inout SyncRules, inout SyncTransaction, _ now: Double) throws -> Result
  ) async throws -> Result {
    let clock = store.clock
    let result: Result
    do {
      result = try await store.withSyncStore { [self] writer in
        try rules.withLock { rules in
          do {
            return try body(&rules, &writer, clock.now)
          } catch {
            rules.rolledBack()
            throw error
          }
        }
      }
    } catch {
      for session in guarded.withLock({ Array($0.sessions.values) }) {
        drop(session, because: unwritable(error))
      }
      throw error
    }
    guarded.withLock { $0.mustTurn = true }
    work.wake()
    return result
  }
}

// Turns.
extension SyncEngine {
  private var isTurnDue: Bool {
    let head = store.state.head
    return guarded.withLock { guarded in
      guarded.mustTurn || guarded.head != head || !guarded.opened.isEmpty || !guarded.closed.isEmpty
        || guarded.sessions.values.contains(where: \.hasNews)
    }
  }

  private func takeTurn() async {
    do {
      // All of it with the writer in hand: a turn for what an app saves comes before or after it, whatever it
      // takes and says.
      try await store.withSyncStore { [self] writer in
        let (input, sessions) = takeInput()
        do {
          return try turn(input, sessions, &writer)
        } catch {
          throw FailedTurn(reason: error, sessions: sessions)
        }
      } then: { [self] said in
        carryOut(said)
      }
    } catch {
      let failed = error as? FailedTurn
      let sessions = failed?.sessions ?? guarded.withLock { $0.sessions }
      if let fault = failed?.reason as? SyncRules.PeerFault { return blame(fault, sessions) }
      stop(sessions, because: failed?.reason ?? error)
      await pauseAfterFailure()
    }
  }

  /// Why a turn failed, and whose sessions it was about.
  private struct FailedTurn: Error {
    let reason: any Error
    let sessions: [DeviceID: SyncSession]
  }

  /// Lets the rules take a turn.
  ///
  /// - Parameters:
  ///   - input: What happened since the last one.
  ///   - sessions: Who is spoken to.
  ///   - writer: The store, with nobody else writing.
  ///   - prepare: Gives a session the messages to a peer before they may be told; returns whether it did.
  /// - Returns: What is to be said and known, and durable.
  /// - Throws: The store's errors, or what the rules find wrong with a peer.
  func turn(
    _ input: SyncRules.Input, _ sessions: [DeviceID: SyncSession], _ writer: inout SyncTransaction,
    preparing prepare: (DeviceID, [OutgoingMessage]) -> Bool = { _, _ in false }
  ) throws -> TurnResult {
    var said = TurnResult(input: input, sessions: sessions)
    said.output = try rules.withLock { rules in
      try rules.turn(input, &writer, now: store.clock.now) { said.prepare($0, prepare) }
    }
    // What was foretold is all that is said.
    if said.messages.isEmpty { said.put(said.output.messages) }
    return said
  }

  /// Ends the sessions: what the rules forgot, the peers have to tell again.
  func stop(_ sessions: [DeviceID: SyncSession], because error: any Error) {
    log.writeOften(.error, "sync.stopped", .text("reason", "\(error)"))
    for session in sessions.values { drop(session, because: unwritable(error)) }
  }

  /// Why no session goes on; it begins with "this", by which lists of peers tell that none of them failed.
  private func unwritable(_ error: any Error) -> String {
    var reason = "the reason is in its log"
    switch StorageError.naming(error) {
    case let error as StorageError where error.code == .full: reason = "its disk is full"
    case let error as StorageError where error.code == .damaged:
      reason = "what is stored is damaged, and 'dyad verify' says what"
    case let error as SystemError where error.code == .noSpace: reason = "its disk is full"
    default: break
    }
    return "this \(role.name) cannot write its store: \(reason)"
  }

  /// Ends the session of a peer that said what no store takes, and the others for what was taken back.
  private func blame(_ fault: SyncRules.PeerFault, _ sessions: [DeviceID: SyncSession]) {
    log.writeOften(
      .warning, "sync.refused", .text("peer", "\(fault.peer)"),
      .text("reason", fault.reason.detail))
    for (peer, session) in sessions where peer != fault.peer {
      drop(session, because: "another peer's message was refused")
    }
    guard let session = sessions[fault.peer] else { return }
    // It is called again only after longer and longer.
    session.noteReady(false)
    session.close(saying: SessionEnd(.violation, fault.reason.detail))
    forget(session, because: "it said what no store takes: \(fault.reason.detail)")
  }

  private func pauseAfterFailure() async {
    // Cancelled, the loop ends.
    try? await store.clock.sleep(for: .seconds(1))
  }

  private func takeInput() -> (SyncRules.Input, [DeviceID: SyncSession]) {
    guarded.withLock { guarded in
      var input = SyncRules.Input()
      input.closed = guarded.closed
      input.opened = guarded.opened.filter { guarded.sessions[$0.peer] === $0 }.map(\.peer)
      input.reconciling = guarded.reconciling
      guarded.reconciling.subtract(input.opened)
      for waiter in guarded.waiters {
        input.wanted.formUnion(waiter.peers.subtracting(waiter.asked))
      }
      input.mayCompare = guarded.nextComparison <= store.clock.instant
      for index in guarded.waiters.indices { guarded.waiters[index].isSeen = true }
      (guarded.closed, guarded.opened, guarded.mustTurn) = ([], [], false)
      for (peer, session) in guarded.sessions {
        let messages = session.takeInbox()
        if !messages.isEmpty { input.messages.append((peer, messages)) }
      }
      return (input, guarded.sessions)
    }
  }

  func carryOut(_ said: TurnResult) {
    let (output, sessions, input) = (said.output, said.sessions, said.input)
    let now = store.clock.now
    // Before anything is said by which a peer knows of it: it may end the session at once.
    for (peer, standing) in output.standings where standing.isReady { sessions[peer]?.noteReady() }
    tellHeld(output)
    guarded.withLock { note(output, input, sessions, now, &$0) }
    said.send()
    let braked = Set(output.standings.filter(\.value.isBraked).keys)
    let (settled, stopped) = guarded.withLock { guarded in
      guarded.head = max(guarded.head, output.head)
      guarded.workouts = output.workouts
      guarded.hasMuchToSay = said.hasMuchToSay
      if output.didCompare {
        // Who cannot tell is asked less and less often.
        let pause = min(Self.comparisonPause * (1 << output.vain), .seconds(300))
        guarded.nextComparison = store.clock.instant + pause
      }
      for index in guarded.waiters.indices {
        let answered = output.equal.intersection(guarded.waiters[index].asked)
        guarded.waiters[index].peers.subtract(answered)
        // Whoever came since the turn began was not asked for by it.
        guard guarded.waiters[index].isSeen else { continue }
        guarded.waiters[index].asked.formUnion(output.asked.intersection(input.wanted))
      }
      let settled = guarded.waiters.filter(\.peers.isEmpty)
      let stopped = guarded.waiters.filter { !$0.peers.isDisjoint(with: braked) }
      guarded.waiters.removeAll { $0.peers.isEmpty || !$0.peers.isDisjoint(with: braked) }
      if output.isCompareDue { setAlarm(at: guarded.nextComparison, &guarded) }
      if output.owesAcknowledgement {
        setAlarm(at: store.clock.instant + .seconds(AcknowledgementPace.pause), &guarded)
      }
      return (settled, stopped)
    }
    for waiter in settled { waiter.end.give(nil) }
    // The other side waits for its owner.
    for (peer, said) in input.messages {
      for case .ended(let end) in said where end.reason == .brake {
        stopWaiting(for: peer, .braked)
      }
    }
    for waiter in stopped { waiter.end.give(.braked) }
    for peer in output.ended {
      guard let session = sessions[peer] else { continue }
      session.close()
      forget(session, because: "")
    }
    tellObservers()
  }

  /// Ends the waits for a peer in vain.
  func stopWaiting(for peer: DeviceID, _ failure: SettleFailure) {
    let stopped = guarded.withLock { guarded in
      defer { guarded.waiters.removeAll { $0.peers.contains(peer) } }
      return guarded.waiters.filter { $0.peers.contains(peer) }
    }
    for waiter in stopped { waiter.end.give(failure) }
  }

  /// Says in the log where more is held than before, and where settings were shown that nobody here sealed.
  private func tellHeld(_ output: SyncRules.Output) {
    for (peer, standing) in output.standings where standing.isUnsealed {
      log.writeOften(.warning, "sync.settings-unsealed", .text("peer", "\(peer)"))
    }
    for (peer, standing) in output.standings where !standing.held.isEmpty {
      let count = standing.held.values.reduce(0, +)
      let before = guarded.withLock { $0.statuses[peer]?.held.values.reduce(0, +) ?? 0 }
      guard count > before else { continue }
      log.write(
        .warning, "sync.deletions-held", .text("peer", "\(peer)"),
        .number("count", Int(clamping: count)))
    }
  }

  private func note(
    _ output: SyncRules.Output, _ input: SyncRules.Input, _ sessions: [DeviceID: SyncSession],
    _ now: Double, _ guarded: inout Guarded
  ) {
    for (peer, said) in input.messages {
      guarded.statuses[peer, default: .init()].heardAt = now
      for incarnation in said.compactMap(\.writer) {
        guarded.statuses[peer, default: .init()].copies.hear(incarnation, at: now)
        if guarded.statuses[peer]?.copies.isPeerTwice(at: now) ?? false {
          log.writeOften(.error, "sync.peer-runs-twice", .text("peer", "\(peer)"))
        }
      }
    }
    for (peer, standing) in output.standings {
      let isThere = guarded.sessions[peer] === sessions[peer]
      guard var status = guarded.statuses[peer] ?? (isThere ? PeerSyncStatus() : nil) else {
        continue
      }
      status.note(standing, isConnected: isThere)
      if isThere, output.equal.contains(peer) { (status.equalAt, status.isInTouch) = (now, true) }
      guarded.statuses[peer] = status
    }
  }

  /// Wakes the task when a comparison may be made, or an acknowledgement is due.
  private func setAlarm(at due: ContinuousClock.Instant, _ guarded: inout Guarded) {
    guard !guarded.sessions.isEmpty else { return }
    let instant = max(store.clock.instant + .milliseconds(10), due)
    if let alarm = guarded.alarm {
      guard instant < alarm.instant else { return }
      alarm.task.cancel()
    }
    let task = Task { [self] in
      // Cancelled at the end, or by one that rings earlier, when nobody is to be woken any more.
      try? await store.clock.sleep(until: instant)
      guard !Task.isCancelled else { return }
      self.guarded.withLock { guarded in
        guarded.alarm = nil
        guarded.mustTurn = true
      }
      work.wake()
    }
    guarded.alarm = (instant, task)
  }
}

extension SyncMessage {
  /// Under which incarnation the peer writes, where it says so.
  fileprivate var writer: Incarnation? {
    switch self {
    case .hello(let hello): hello.incarnation
    case .welcome(let welcome): welcome.incarnation
    default: nil
    }
  }
}
