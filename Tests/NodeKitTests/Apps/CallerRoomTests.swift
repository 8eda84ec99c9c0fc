internal import RPCCore
internal import Testing

@testable internal import NodeApps

// @testable: the room is the node's own.

@Suite(.timeLimit(.minutes(5))) struct CallerRoomTests {
  @Test func `a caller has so many calls in progress, and no more`() throws {
    let room = CallerRoom()
    for _ in 0..<CallerRoom.mostCalls { try room.enter() }
    let error = #expect(throws: RPCError.self) { try room.enter() }
    #expect(error?.code == .resourceExhausted)
    room.leave()
    try room.enter()
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
