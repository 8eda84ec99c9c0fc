internal import RPCCore
internal import Testing

@Suite struct `Sending after the end of a call` {
  private func state() -> ClientCallState { ClientCallState(mark: 100, creditStep: 10) }

  @Test func `a message after a good end is dropped`() throws {
    var state = state()
    state.receiveHeaders([:])
    state.receiveMessage(CallMessage([1]))
    state.receiveStatus(.ok, [:])
    try state.sendMessage(CallMessage([2]))
    #expect(state.mayProceed)
    guard case nil = state.nextPart() else {
      Issue.record("something is left to send")
      return
    }
    guard case .message(CallMessage([1]), _) = state.takeMessage() else {
      Issue.record("the answer is gone")
      return
    }
  }

  @Test func `a message after a bad end is refused with its reason`() {
    var state = state()
    state.receiveStatus(Status(.aborted, "because"), ["x-why": .text("so")])
    let error = #expect(throws: RPCError.self) { try state.sendMessage(CallMessage([2])) }
    #expect(error == RPCError(.aborted, "because", metadata: ["x-why": .text("so")]))
  }

  @Test func `a message after the last one is our mistake`() {
    var state = state()
    state.finishSending()
    let error = #expect(throws: RPCError.self) { try state.sendMessage(CallMessage([2])) }
    #expect(error?.code == .internal)
  }
}
