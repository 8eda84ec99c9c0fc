internal import RPCCore
private import Synchronization

/// What the calls of one caller may take of the node at a time, over all its connections.
///
/// A caller that leaves its answers unread has them wait here, and nobody else's: how many calls are in
/// progress is bounded, how much is read from the store for them and not sent yet, and how many read at once,
/// so that another caller's turn at the store is never far.
final class CallerRoom: Sendable {
  /// The calls in progress; more are refused.
  static let mostCalls = 256
  /// What has been read and not sent yet; more is not read until some of it is.
  static let mostBytes = 16 << 20
  /// The calls that read at once; the others wait, in the order in which they came.
  static let mostReading = 4

  fileprivate struct Guarded {
    var calls = 0
    var held = 0
    var reading = 0
    var lastNumber: UInt64 = 0
    var waiting: [(number: UInt64, turn: CheckedContinuation<Void, Never>)] = []

    var hasTurn: Bool { reading < CallerRoom.mostReading && held < CallerRoom.mostBytes }

    /// Takes out those whose turn it is.
    mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
      var ready: [CheckedContinuation<Void, Never>] = []
      while hasTurn, !waiting.isEmpty {
        reading += 1
        ready.append(waiting.removeFirst().turn)
      }
      return ready
    }
  }

  private let guarded = Mutex(Guarded())

  /// Whether no call is in progress.
  var isEmpty: Bool { guarded.withLock { $0.calls == 0 } }

  /// How many calls read.
  var readingCount: Int { guarded.withLock { $0.reading } }

  /// Begins a call, which `leave()` ends.
  ///
  /// - Throws: RESOURCE_EXHAUSTED where the caller has too many.
  func enter() throws(RPCError) {
    let isFull = guarded.withLock { guarded in
      guard guarded.calls < Self.mostCalls else { return true }
      guarded.calls += 1
      return false
    }
    guard !isFull else {
      throw RPCError(
        .resourceExhausted,
        "cannot begin the call: this caller has \(Self.mostCalls) in progress; end some, and try again"
      )
    }
  }

  /// Ends a call.
  func leave() {
    guarded.withLock { $0.calls -= 1 }
  }

  /// Reads something, when it is the caller's turn.
  ///
  /// - Parameter body: Reads it.
  /// - Returns: What was read.
  /// - Throws: What the body throws; `CancellationError` where the wait was cancelled.
  func reading<Value>(_ body: () async throws -> Value) async throws -> Value {
    let turn = try await takeTurn()
    let value = try await body()
    turn.end()
    return value
  }

  /// Counts what was read until it is sent.
  ///
  /// - Parameters:
  ///   - count: How many bytes it has, more or less.
  ///   - body: Sends it.
  /// - Throws: What the body throws.
  func holding(_ count: Int, _ body: () async throws -> Void) async throws {
    guarded.withLock { $0.held += count }
    defer { change { $0.held -= count } }
    try await body()
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
  /// - Returns: The turn.
  /// - Throws: `CancellationError` where the wait was cancelled.
  func takeTurn() async throws -> Turn {
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
          guard !guarded.waiting.isEmpty || !guarded.hasTurn else {
            guarded.reading += 1
            return true
          }
          guarded.waiting.append((number, turn))
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
  ///   - caller: Whose call it is.
  ///   - body: Does it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws; RESOURCE_EXHAUSTED where the caller has too many calls.
  func call<Value>(
    of caller: StoreCaller, _ body: (CallerRoom) async throws -> Value
  ) async throws -> Value {
    let name = caller.name
    let room = try rooms.withLock { rooms throws(RPCError) in
      let room = rooms[name] ?? CallerRoom()
      try room.enter()
      rooms[name] = room
      return room
    }
    defer {
      rooms.withLock { rooms in
        room.leave()
        if room.isEmpty { rooms[name] = nil }
      }
    }
    return try await body(room)
  }
}
