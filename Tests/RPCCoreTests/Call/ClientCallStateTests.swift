internal import RPCCore
internal import TestSupport
internal import Testing

@Suite struct `The state of a client's call` {
  private func state(mark: Int = 20, step: Int = 30) -> ClientCallState {
    ClientCallState(mark: mark, creditStep: step)
  }

  @Test func `has nothing to do or read at first`() {
    var state = state()
    #expect(state.drainNames() == [])
    #expect(state.takeMessage().name == "must wait")
    #expect(!state.isReadable)
    #expect(!state.hasEnded)
    #expect(state.headers == nil)
    #expect(state.outcome == nil)
    #expect(state.mayProceed)
  }

  @Test func `sends messages, then closes its half`() throws {
    var state = state()
    try state.sendMessage(.of(1))
    try state.sendMessage(.of(2))
    state.finishSending()
    state.finishSending()
    #expect(state.drainNames() == ["message 1", "message 2", "half close"])
    #expect(state.drainNames() == [])
    let late = #expect(throws: RPCError.self) { try state.sendMessage(.of(3)) }
    #expect(late?.code == .internal)
    #expect(state.drainNames() == [])
  }

  @Test func `reads headers, messages and status`() {
    var state = state()
    state.receiveHeaders(["a": .text("1")])
    state.receiveHeaders(["b": .text("2")])
    state.receiveMessage(.of(1))
    state.receiveMessage(.of(2))
    state.receiveStatus(.ok, ["c": .text("3")])
    #expect(state.hasEnded)
    #expect(state.headers == ["a": .text("1")])
    #expect(state.outcome?.status == .ok)
    #expect(state.outcome?.trailers == ["c": .text("3")])
    let names = (0..<4).map { _ in state.takeMessage().name }
    #expect(names == ["message 1", "message 2", "ended", "ended"])
  }

  @Test func `reads what came before an error`() {
    var state = state()
    state.receiveHeaders([:])
    state.receiveMessage(.of(1))
    state.receiveStatus(Status(.dataLoss, "lost"), ["x": .text("y")])
    #expect(state.takeMessage().name == "message 1")
    guard case .failed(let error) = state.takeMessage() else {
      Issue.record("the error is the end")
      return
    }
    #expect(error == RPCError(.dataLoss, "lost", metadata: ["x": .text("y")]))
  }

  @Test func `takes a status without headers`() {
    var state = state()
    state.receiveStatus(Status(.notFound), [:])
    #expect(state.headers == Metadata())
    #expect(state.takeMessage().name == "failed NOT_FOUND")
  }

  @Test func `ignores what comes after the end`() {
    var state = state()
    state.receiveStatus(.ok, ["a": .text("1")])
    state.receiveHeaders(["b": .text("2")])
    state.receiveMessage(.of(1))
    state.receiveStatus(Status(.aborted), [:])
    state.abort(.gone)
    #expect(state.headers == Metadata())
    #expect(state.outcome?.status == .ok)
    #expect(state.takeMessage().name == "ended")
  }

  @Test func `sends nothing more after the end`() throws {
    var state = state(mark: 1)
    try state.sendMessage(.of(9))
    #expect(!state.mayProceed)
    state.receiveStatus(Status(.aborted, "why"), ["x": .text("y")])
    #expect(state.mayProceed)
    #expect(state.drainNames() == [])
    let error = #expect(throws: RPCError.self) { try state.sendMessage(.of(1)) }
    #expect(error == RPCError(.aborted, "why", metadata: ["x": .text("y")]))
    state.finishSending()
    #expect(state.drainNames() == [])
  }

  @Test func `stops a sender at the mark, of empty messages too`() throws {
    var state = state(mark: 20)
    for _ in 0..<4 {
      #expect(state.mayProceed)
      try state.sendMessage(.of(0))
    }
    #expect(!state.mayProceed)
    _ = state.nextPart()
    #expect(state.mayProceed)
  }

  @Test func `gives credit for what is read, and wakes the transport at the step`() {
    var state = state(step: 30)
    for _ in 0..<4 { state.receiveMessage(.of(10)) }
    #expect(state.takeMessage().name == "message 10")
    #expect(state.takeMessage().name == "message 10, wakes")
    #expect(state.takeCredit() == 30)
    #expect(state.takeMessage().name == "message 10")
    state.receiveStatus(.ok, [:])
    #expect(state.takeMessage().name == "message 10", "who has sent all needs no room")
    #expect(state.takeCredit() == 30)
  }

  @Test func `tells a transport that withholds room of the last message`() {
    var state = state(step: 1000)
    state.receiveMessage(.of(1))
    let gives = state.givesRoomForUnfinished()
    #expect(!gives)
    #expect(state.takeMessage().name == "message 1, wakes")
  }

  @Test func `that is cancelled says so to the transport, once`() throws {
    var state = state()
    try state.sendMessage(.of(1))
    state.receiveHeaders([:])
    state.receiveMessage(.of(2))
    let cancels = state.cancel(RPCError(.cancelled, "no more"))
    let cancelsAgain = state.cancel(.gone)
    #expect(cancels)
    #expect(!cancelsAgain)
    #expect(state.drainNames() == ["cancel"])
    #expect(state.takeMessage().name == "failed CANCELLED", "what waits is dropped")
    #expect(state.outcome?.status == Status(.cancelled, "no more"))
  }

  @Test func `that has ended is not cancelled`() {
    var state = state()
    state.receiveStatus(.ok, [:])
    let cancels = state.cancel(.gone)
    #expect(!cancels)
    #expect(state.drainNames() == [])
  }

  @Test func `may be broken off at any point`() throws {
    let points = try failingEachOperation { plan in
      var state = state(mark: 1, step: 1)
      let steps: [(inout ClientCallState) throws -> Void] = [
        { _ in }, { try $0.sendMessage(.of(1)) }, { _ = $0.nextPart() },
        { _ = $0.rewind() }, { try $0.sendMessage(.of(2)) }, { $0.receiveHeaders([:]) },
        { _ = $0.nextPart() }, { $0.receiveMessage(.of(3)) }, { $0.finishSending() },
        { _ = $0.takeMessage() }, { $0.receiveMessage(.of(4)) }, { _ = $0.nextPart() },
      ]
      for step in steps {
        try step(&state)
        guard plan.strikes() else { continue }
        state.abort(.gone)
        state.abort(RPCError(.cancelled, "later"))
        state.receiveMessage(.of(1))
        #expect(state.outcome?.status == RPCError.gone.status)
        #expect(state.outcome?.trailers == RPCError.gone.metadata)
        #expect(state.headers != nil)
        #expect(state.mayProceed)
        #expect(state.drainNames() == [])
        #expect(state.takeMessage().name == "failed UNAVAILABLE")
        let rewinds = state.rewind()
        #expect(!rewinds)
        return
      }
    }
    #expect(points == 12)
  }
}
