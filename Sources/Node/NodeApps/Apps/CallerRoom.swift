internal import HealthModel
internal import LocalStore
internal import RPCCore
private import Synchronization

/// What the calls of one caller may take of the node at a time, over all its connections.
///
/// A caller that leaves its answers unread has them wait here, and nobody else's: how many calls are in
/// progress is bounded, how much is read from the store for them and not sent yet, and how many read at once,
/// so that another caller's turn at the store is never far.
///
/// Where all calls are in use, the one that has stood still the longest for want of its client makes room for a new
/// one. Where none has, each connection of the caller is sure of an equal part: one with fewer calls takes the place
/// of the latest call of the one with the most.
final class CallerRoom: Sendable {
  /// The calls in progress; more are refused.
  static let mostCalls = 256
  /// Those that were broken off to make room, whose handlers have not returned yet.
  private static let mostLeaving = 256
  /// What has been read and not sent yet; more is not read until some of it is.
  static let mostBytes = 16 << 20
  /// The buckets of statistics that are followed at once, four times as many as one call may; more are refused.
  static let mostFollowed = 4 * LiveStatistics.mostEdges
  /// The calls that read at once, each some milliseconds of work; the others wait, in the order in which they
  /// came.
  static let mostReading = 2
  /// Who holds more than this keeps its turns when there is no room: what it holds is given back by going on.
  private static let mostToWait = SampleRun.mostAnswerBytes

  /// A call in progress, as its room sees it.
  struct Call: Sendable {
    /// The connection that it came over.
    var connection: UInt64
    /// Since when it has stood still for want of its client; `nil` where it does not.
    var stalledSince: @Sendable () -> ContinuousClock.Instant?
    /// Breaks it off.
    var breakOff: @Sendable (RPCError) -> Void
  }

  fileprivate struct Guarded {
    /// The calls in progress, in the order in which they began.
    var calls: [(number: UInt64, call: Call)] = []
    /// The numbers of calls that were broken off to make room.
    var leaving: Set<UInt64> = []
    var held = 0
    var followed = 0
    var reading = 0
    var lastNumber: UInt64 = 0
    var waiting: [Waiting] = []

    /// Which call makes room for one of a connection, and why; `nil` where none does.
    func leaver(
      for connection: UInt64, at now: ContinuousClock.Instant, after patience: Duration
    ) -> (index: Int, reason: String)? {
      let stalled = calls.indices.compactMap { index in
        calls[index].call.stalledSince().map { (index, since: $0) }
      }
      if let (index, since) = stalled.min(by: { $0.since < $1.since }),
        since.duration(to: now) >= patience
      {
        return (
          index,
          "its client has stood still for \(patience), and the caller's calls are all in use"
        )
      }
      var counts: [UInt64: Int] = [connection: 0]
      for (_, call) in calls { counts[call.connection, default: 0] += 1 }
      let part = max(1, CallerRoom.mostCalls / counts.count)
      guard counts[connection, default: 0] < part,
        let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most.value > part,
        let index = calls.lastIndex(where: { $0.call.connection == most.key })
      else { return nil }
      return (
        index, "another connection of the caller wants its part of \(CallerRoom.mostCalls) calls"
      )
    }

    /// Whether a call may read that holds so many bytes already.
    func hasTurn(holding bytes: Int) -> Bool {
      reading < CallerRoom.mostReading
        && (held < CallerRoom.mostBytes || bytes > CallerRoom.mostToWait)
    }

    /// Takes out those whose turn it is.
    mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
      var ready: [CheckedContinuation<Void, Never>] = []
      while let index = waiting.firstIndex(where: { hasTurn(holding: $0.bytes) }) {
        reading += 1
        ready.append(waiting.remove(at: index).turn)
      }
      return ready
    }
  }

  fileprivate struct Waiting {
    let number: UInt64
    /// What it holds.
    let bytes: Int
    let turn: CheckedContinuation<Void, Never>
  }

  private let guarded = Mutex(Guarded())

  /// How long a call stands still before it makes room for others.
  private let patience: Duration

  /// Makes one in which a call that has stood still for so long makes room for others.
  init(patience: Duration = .seconds(10)) {
    self.patience = patience
  }

  /// Whether no call is in progress.
  var isEmpty: Bool { guarded.withLock { $0.calls.isEmpty && $0.leaving.isEmpty } }

  /// How many calls read.
  var readingCount: Int { guarded.withLock { $0.reading } }

  /// Begins a call, which `leave` ends.
  ///
  /// - Returns: Its number, and what is to be done when nothing is locked: it breaks off the call that made room.
  /// - Throws: RESOURCE_EXHAUSTED where the caller has too many, and none of them makes room.
  func enter(_ call: Call) throws(RPCError) -> (number: UInt64, makeRoom: (@Sendable () -> Void)?) {
    let now = ContinuousClock.now
    let entered: (UInt64, (@Sendable () -> Void)?)? = guarded.withLock { guarded in
      var makeRoom: (@Sendable () -> Void)?
      if guarded.calls.count >= Self.mostCalls {
        guard guarded.leaving.count < Self.mostLeaving,
          let (index, reason) = guarded.leaver(for: call.connection, at: now, after: patience)
        else { return nil }
        let leaver = guarded.calls.remove(at: index)
        guarded.leaving.insert(leaver.number)
        makeRoom = { leaver.call.breakOff(RPCError(.resourceExhausted, "cannot go on: \(reason)")) }
      }
      guarded.lastNumber += 1
      guarded.calls.append((guarded.lastNumber, call))
      return (guarded.lastNumber, makeRoom)
    }
    guard let entered else {
      throw RPCError(
        .resourceExhausted,
        "cannot begin the call: this caller has \(Self.mostCalls) in progress; end some, and try again"
      )
    }
    return entered
  }

  /// Ends a call.
  func leave(_ number: UInt64) {
    guarded.withLock { guarded in
      guard guarded.leaving.remove(number) == nil else { return }
      guarded.calls.removeAll { $0.number == number }
    }
  }

  /// Reads a page of something when it is the caller's turn, however much the caller's other calls hold.
  ///
  /// - Parameter body: Reads it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws; `CancellationError` where the wait was cancelled.
  func readingPage<Value>(_ body: () async throws -> Value) async throws -> Value {
    let turn = try await takeTurn(holding: .max)
    let value = try await body()
    turn.end()
    return value
  }

  /// What a call holds, nothing at first.
  func share() -> Share { Share(of: self) }

  /// What one call holds of what was read and not sent; given back when it goes.
  final class Share {
    private let room: CallerRoom
    private(set) var bytes = 0
    private var edges = 0

    fileprivate init(of room: CallerRoom) {
      self.room = room
    }

    deinit {
      room.change {
        $0.held -= bytes
        $0.followed -= edges
      }
    }

    /// Counts what it holds now, more or less.
    func hold(_ count: Int) {
      guard count != bytes else { return }
      room.change { $0.held += count - bytes }
      bytes = count
    }

    /// Begins to follow so many buckets, each of which is remembered as it was told, for as long as the call
    /// lasts; once.
    ///
    /// - Throws: RESOURCE_EXHAUSTED where the caller follows too many.
    func follow(_ count: Int) throws(RPCError) {
      let isFull = room.guarded.withLock { guarded in
        guard guarded.followed + count <= CallerRoom.mostFollowed else { return true }
        guarded.followed += count
        return false
      }
      guard !isFull else {
        throw RPCError(
          .resourceExhausted,
          "cannot follow the statistics: this caller follows \(CallerRoom.mostFollowed) buckets; "
            + "end some calls, and try again")
      }
      edges = count
    }

    /// Does a part of the call, some milliseconds of work, when it is the caller's turn.
    ///
    /// - Parameter body: Does it.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; `CancellationError` where the wait was cancelled.
    func reading<Value>(_ body: () async throws -> Value) async throws -> Value {
      let turn = try await room.takeTurn(holding: bytes)
      let value = try await body()
      turn.end()
      return value
    }
  }

  /// The right to read, which ends with it.
  struct Turn: ~Copyable {
    fileprivate let room: CallerRoom

    /// Gives it to the next one.
    consuming func end() {}

    deinit {
      room.change { $0.reading -= 1 }
    }
  }

  /// Waits until it is the caller's turn to read.
  ///
  /// - Parameter bytes: What the call holds.
  /// - Returns: The turn.
  /// - Throws: `CancellationError` where the wait was cancelled.
  private func takeTurn(holding bytes: Int) async throws -> Turn {
    let number = guarded.withLock { guarded in
      guarded.lastNumber += 1
      return guarded.lastNumber
    }
    let hasTurn = Mutex(true)
    await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        let goesOn = guarded.withLock { guarded in
          if Task.isCancelled {
            hasTurn.withLock { $0 = false }
            return true
          }
          // Those who wait cannot go on now, or they would not wait.
          if guarded.hasTurn(holding: bytes) {
            guarded.reading += 1
            return true
          }
          guarded.waiting.append(Waiting(number: number, bytes: bytes, turn: turn))
          return false
        }
        if goesOn { turn.resume() }
      }
    } onCancel: {
      let turn = guarded.withLock { guarded in
        guarded.waiting.firstIndex { $0.number == number }.map {
          guarded.waiting.remove(at: $0).turn
        }
      }
      guard let turn else { return }
      hasTurn.withLock { $0 = false }
      turn.resume()
    }
    guard hasTurn.withLock({ $0 }) else { throw CancellationError() }
    return Turn(room: self)
  }

  fileprivate func change(_ body: (inout Guarded) -> Void) {
    let ready = guarded.withLock { guarded in
      body(&guarded)
      return guarded.takeReady()
    }
    for turn in ready { turn.resume() }
  }
}

/// The rooms of all callers; that of one without a call is forgotten.
final class CallerRooms: Sendable {
  private let rooms = Mutex<[String: CallerRoom]>([:])

  /// Does something as a call of a caller.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - body: Does it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws; RESOURCE_EXHAUSTED where the caller has too many calls.
  func call<Value>(
    _ call: CheckedCall, _ body: (CallerRoom) async throws -> Value
  ) async throws -> Value {
    let name = call.caller.name
    let seen = CallerRoom.Call(
      connection: call.connection, stalledSince: { call.stalledSince },
      breakOff: { call.breakOff($0) })
    let (room, number, makeRoom) = try rooms.withLock { rooms throws(RPCError) in
      let room = rooms[name] ?? CallerRoom()
      let (number, makeRoom) = try room.enter(seen)
      rooms[name] = room
      return (room, number, makeRoom)
    }
    defer {
      rooms.withLock { rooms in
        room.leave(number)
        if room.isEmpty { rooms[name] = nil }
      }
    }
    makeRoom?()
    return try await body(room)
  }
}
