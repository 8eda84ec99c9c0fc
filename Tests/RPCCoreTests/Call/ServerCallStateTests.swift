internal import RPCCore
internal import TestSupport
internal import Testing

@Suite struct `The state of a server's call` {
  private func state(mark: Int = 20, step: Int = 30) -> ServerCallState {
    ServerCallState(mark: mark, creditStep: step)
  }

  @Test func `has nothing to send or read at first`() {
    var state = state()
    #expect(state.drainNames() == [])
    #expect(state.takeMessage().name == "must wait")
    #expect(!state.isReadable)
    #expect(state.mayProceed)
    #expect(state.isSilent)
    #expect(state.abortReason == nil)
    #expect(state.takeCredit() == 0)
  }

  @Test func `sends headers, messages and status in this order`() throws {
    var state = state()
    try state.sendHeaders(["a": .text("1")])
    try state.sendMessage(.of(1))
    try state.sendMessage(.of(2))
    let ends = state.finish(.ok, ["b": .text("2")])
    #expect(ends)
    #expect(state.drainNames() == ["headers a", "message 1", "message 2", "status OK b"])
    #expect(state.drainNames() == [])
  }

  @Test func `sends empty headers before a message without any`() throws {
    var state = state()
    try state.sendMessage(.of(1))
    #expect(!state.isSilent)
    #expect(state.drainNames() == ["headers", "message 1"])
    try state.sendMessage(.of(2))
    #expect(state.drainNames() == ["message 2"])
  }

  @Test func `sends a status alone if there is nothing else`() {
    var state = state()
    let ends = state.finish(Status(.notFound), Metadata())
    #expect(ends)
    #expect(state.drainNames() == ["status NOT_FOUND"])
  }

  @Test func `refuses headers that are late`() throws {
    var afterHeaders = state()
    try afterHeaders.sendHeaders([:])
    #expect(throws: RPCError.self) { try afterHeaders.sendHeaders([:]) }
    var afterMessage = state()
    try afterMessage.sendMessage(.of(1))
    #expect(throws: RPCError.self) { try afterMessage.sendHeaders([:]) }
    #expect(afterMessage.drainNames() == ["headers", "message 1"])
  }

  @Test func `refuses everything after the status`() throws {
    var state = state()
    _ = state.finish(.ok, Metadata())
    let message = #expect(throws: RPCError.self) { try state.sendMessage(.of(1)) }
    #expect(message?.code == .internal)
    #expect(throws: RPCError.self) { try state.sendHeaders([:]) }
    let ends = state.finish(Status(.aborted), Metadata())
    #expect(!ends)
    state.addTrailers(["late": .text("")])
    #expect(state.drainNames() == ["status OK"])
  }

  @Test func `keeps trailers for whatever status`() {
    var state = state()
    state.addTrailers(["a": .text("1")])
    state.addTrailers(["b": .text("2")])
    _ = state.finish(Status(.aborted), ["c": .text("3")])
    #expect(state.drainNames() == ["status ABORTED a b c"])
  }

  @Test func `gives messages in order, then the end`() {
    var state = state()
    for count in 1...4 { state.receiveMessage(.of(count)) }
    #expect(state.isReadable)
    #expect(state.takeMessage().name == "message 1")
    state.receiveEnd()
    let names = (0..<5).map { _ in state.takeMessage().name }
    #expect(names == ["message 2", "message 3", "message 4", "ended", "ended"])
    #expect(state.isReadable)
  }

  @Test func `ignores messages behind the end`() {
    var state = state()
    state.receiveEnd()
    state.receiveMessage(.of(1))
    state.receiveEnd()
    #expect(state.takeMessage().name == "ended")
  }

  @Test func `is still read after the status is sent`() {
    var state = state()
    _ = state.finish(.ok, Metadata())
    state.receiveMessage(.of(1))
    #expect(state.takeMessage().name == "message 1")
  }

  @Test func `stops a sender at the mark`() throws {
    var state = state(mark: 20)
    try state.sendMessage(.of(14))
    #expect(state.mayProceed)
    try state.sendMessage(.of(0))
    #expect(!state.mayProceed)
    _ = state.nextPart()
    #expect(!state.mayProceed, "headers are no room")
    _ = state.nextPart()
    #expect(state.mayProceed)
  }

  @Test func `counts empty messages`() throws {
    var state = state(mark: 20)
    var count = 0
    while state.mayProceed, count < 100 {
      try state.sendMessage(.of(0))
      count += 1
    }
    #expect(count == 20 / MessageDeframer.prefixLength)
  }

  @Test func `gives credit for what is read, and wakes the transport at the step`() {
    var state = state(step: 30)
    for _ in 0..<4 { state.receiveMessage(.of(10)) }
    #expect(state.takeCredit() == 0, "nothing is read yet")
    #expect(state.takeMessage().name == "message 10")
    #expect(state.takeMessage().name == "message 10, wakes")
    #expect(state.takeCredit() == 30)
    #expect(state.takeCredit() == 0)
    #expect(state.takeMessage().name == "message 10")
    state.receiveEnd()
    #expect(state.takeMessage().name == "message 10", "who has sent all needs no room")
    #expect(state.takeCredit() == 30)
  }

  @Test func `tells a transport that withholds room of the last message`() {
    var state = state(step: 1000)
    let atFirst = state.givesRoomForUnfinished()
    state.receiveMessage(.of(1))
    state.receiveMessage(.of(2))
    let whileTwoWait = state.givesRoomForUnfinished()
    #expect(atFirst)
    #expect(!whileTwoWait)
    #expect(state.takeMessage().name == "message 1")
    #expect(state.takeMessage().name == "message 2, wakes")
    let afterwards = state.givesRoomForUnfinished()
    #expect(afterwards)
    state.receiveMessage(.of(3))
    #expect(state.takeMessage().name == "message 3", "it withholds nothing any more")
  }

  @Test func `may be broken off at any point`() throws {
    let points = try failingEachOperation { plan in
      var state = state(mark: 1, step: 1)
      let steps: [(inout ServerCallState) throws -> Void] = [
        { _ in }, { $0.receiveMessage(.of(1)) }, { _ = $0.takeMessage() },
        { try $0.sendHeaders([:]) }, { _ = $0.nextPart() }, { $0.receiveMessage(.of(2)) },
        { try $0.sendMessage(.of(3)) }, { $0.addTrailers([:]) }, { $0.receiveEnd() },
        { _ = $0.finish(.ok, Metadata()) }, { _ = $0.nextPart() }, { _ = $0.nextPart() },
        { _ = $0.takeMessage() }, { _ = $0.takeMessage() },
      ]
      for step in steps {
        try step(&state)
        guard plan.strikes() else { continue }
        state.abort(.gone)
        expectBrokenOff(&state)
        return
      }
    }
    #expect(points == 14)
  }

  private func expectBrokenOff(_ state: inout ServerCallState) {
    state.abort(RPCError(.cancelled, "later"))
    #expect(state.abortReason == .gone)
    #expect(state.drainNames() == [])
    #expect(state.isReadable)
    #expect(state.mayProceed)
    state.receiveMessage(.of(1))
    state.receiveEnd()
    #expect(state.takeMessage().name == "failed UNAVAILABLE")
    let sending = #expect(throws: RPCError.self) { try state.sendMessage(.of(1)) }
    #expect(sending == .gone)
    #expect(throws: RPCError.self) { try state.sendHeaders([:]) }
    let ends = state.finish(.ok, Metadata())
    #expect(!ends)
    #expect(state.drainNames() == [])
  }
}
