internal import RPCCore
internal import Synchronization
internal import Testing

@testable internal import NodeApps

// @testable: the room is the node's own.

@Suite(.timeLimit(.minutes(5))) struct CallerRoomTests {
  /// Which calls were broken off, in their order, and with what.
  private final class Ended: Sendable {
    private let guarded = Mutex<[(name: String, error: RPCError)]>([])

    var names: [String] { guarded.withLock { $0.map(\.name) } }
    var codes: Set<StatusCode> { guarded.withLock { Set($0.map(\.error.code)) } }

    /// A call that stands still since a certain time, if it does.
    func call(
      _ name: String, on connection: UInt64, since: ContinuousClock.Instant? = nil
    ) -> CallerRoom.Call {
      CallerRoom.Call(
        connection: connection, stalledSince: { since },
        breakOff: { error in self.guarded.withLock { $0.append((name, error)) } })
    }
  }

  /// Begins a call, for which another one makes room if it must.
  @discardableResult
  private static func enter(_ room: CallerRoom, _ call: CallerRoom.Call) throws -> UInt64 {
    let (number, makeRoom) = try room.enter(call)
    makeRoom?()
    return number
  }

  @Test func `a caller has so many calls in progress, and no more`() throws {
    let (room, ended) = (CallerRoom(), Ended())
    let numbers = try (0..<CallerRoom.mostCalls).map {
      try Self.enter(room, ended.call("\($0)", on: 1))
    }
    let error = #expect(throws: RPCError.self) { try Self.enter(room, ended.call("more", on: 1)) }
    #expect(error?.code == .resourceExhausted)
    room.leave(numbers[7])
    try Self.enter(room, ended.call("one", on: 1))
    #expect(ended.names.isEmpty)
  }

  @Test func `calls that stand still make room, the one that does so longest first`() throws {
    let (room, ended) = (CallerRoom(patience: .seconds(10)), Ended())
    let now = ContinuousClock.now
    for number in 0..<CallerRoom.mostCalls - 3 {
      try Self.enter(room, ended.call("\(number)", on: UInt64(number % 2)))
    }
    try Self.enter(room, ended.call("later", on: 0, since: now - .seconds(20)))
    let first = try Self.enter(room, ended.call("first", on: 1, since: now - .seconds(30)))
    try Self.enter(room, ended.call("patient", on: 1, since: now))
    for name in ["a", "b"] { try Self.enter(room, ended.call(name, on: 1)) }
    #expect(ended.names == ["first", "later"] && ended.codes == [.resourceExhausted])
    // Both connections have their part, and nobody else has stood still for long enough.
    #expect(throws: RPCError.self) { try Self.enter(room, ended.call("c", on: 1)) }
    // One that was broken off has left before its handler returns.
    room.leave(first)
    #expect(throws: RPCError.self) { try Self.enter(room, ended.call("d", on: 1)) }
    #expect(ended.names.count == 2)
  }

  @Test func `each connection is sure of its part, whatever the others hold`() throws {
    let (room, ended) = (CallerRoom(), Ended())
    for number in 0..<CallerRoom.mostCalls {
      try Self.enter(room, ended.call("\(number)", on: number < 200 ? 1 : 2))
    }
    let part = CallerRoom.mostCalls / 3
    for number in 0..<part { try Self.enter(room, ended.call("new \(number)", on: 3)) }
    // The latest of whichever has the most goes; the second connection never had more than its part.
    #expect(ended.names == (0..<part).map { "\(199 - $0)" })
    #expect(throws: RPCError.self) { try Self.enter(room, ended.call("more", on: 3)) }
  }

  @Test func `those that were broken off are few, and the room is not forgotten for them`() throws {
    let (room, ended) = (CallerRoom(patience: .zero), Ended())
    let since = ContinuousClock.now
    let count = 2 * CallerRoom.mostCalls
    let numbers = try (0..<count).map {
      try Self.enter(room, ended.call("\($0)", on: 1, since: since))
    }
    // No handler has returned.
    #expect(throws: RPCError.self) { try Self.enter(room, ended.call("more", on: 1, since: since)) }
    #expect(ended.names.count == CallerRoom.mostCalls)
    for number in numbers { room.leave(number) }
    #expect(room.isEmpty)
  }

  @Test func `a caller follows so many buckets, and no more`() throws {
    let room = CallerRoom()
    do {
      let share = room.share()
      try share.follow(CallerRoom.mostFollowed)
      let error = #expect(throws: RPCError.self) { try room.share().follow(1) }
      #expect(error?.code == .resourceExhausted)
      withExtendedLifetime(share) {}
    }
    try room.share().follow(1)
  }

  /// Begins reads that last until they are let go, one after the other.
  private static func begin(
    _ count: Int, in room: CallerRoom, _ group: inout ThrowingTaskGroup<Void, any Error>,
    began: AsyncStream<Int>.Continuation, until isOver: AsyncStream<Void>
  ) {
    for number in 0..<count {
      group.addTask {
        try await room.share().reading {
          began.yield(number)
          for await _ in isOver { break }
        }
      }
    }
  }

  @Test func `few read at once, and the others have their turn when one is done`() async throws {
    let room = CallerRoom()
    let (began, sign) = AsyncStream<Int>.makeStream()
    let (isOver, end) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      Self.begin(6, in: room, &group, began: sign, until: isOver)
      var iterator = began.makeAsyncIterator()
      for _ in 0..<CallerRoom.mostReading { _ = await iterator.next() }
      #expect(room.readingCount == CallerRoom.mostReading)
      end.yield()
      _ = await iterator.next()
      #expect(room.readingCount == CallerRoom.mostReading)
      end.finish()
      try await group.waitForAll()
    }
    #expect(room.readingCount == 0)
  }

  @Test func `what was read and not sent keeps the next from being read`() async throws {
    let room = CallerRoom()
    let (isSent, send) = AsyncStream<Void>.makeStream()
    let (held, sign) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let share = room.share()
        share.hold(CallerRoom.mostBytes)
        sign.finish()
        for await _ in isSent {}
        // What would stop others does not stop who has to go on to give it back.
        let value = try await share.reading { 9 }
        let page = try await room.readingPage { 10 }
        #expect(value == 9 && page == 10)
      }
      for await _ in held {}
      let reader = Task { try await room.share().reading { 7 } }
      let given = Task { try await room.share().reading { 8 } }
      given.cancel()
      // One that was given up does not wait for its turn, and takes none.
      await #expect(throws: CancellationError.self) { try await given.value }
      #expect(room.readingCount == 0)
      send.finish()
      #expect(try await reader.value == 7)
      try await group.waitForAll()
    }
  }
}
