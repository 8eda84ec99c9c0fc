internal import RPCCore
internal import Testing

@Suite struct `A call that was refused unseen` {
  private func state() -> ClientCallState {
    ClientCallState(mark: 1024 * 1024, creditStep: 30)
  }

  @Test func `is sent again from the beginning`() throws {
    var state = state()
    for count in 1...3 { try state.sendMessage(.of(count)) }
    _ = state.nextPart()
    _ = state.nextPart()
    let rewinds = state.rewind()
    #expect(rewinds)
    #expect(state.drainNames() == ["message 1", "message 2", "message 3"])
  }

  @Test func `is sent again with what was added, and as often as needed`() throws {
    var state = state()
    try state.sendMessage(.of(1))
    for count in 2...5 {
      _ = state.drainNames()
      let rewinds = state.rewind()
      #expect(rewinds)
      try state.sendMessage(.of(count))
      #expect(state.drainNames() == (1...count).map { "message \($0)" })
    }
    state.finishSending()
    #expect(state.drainNames() == ["half close"])
    let rewinds = state.rewind()
    #expect(rewinds)
    #expect(state.drainNames() == (1...5).map { "message \($0)" } + ["half close"])
  }

  @Test func `is sent again though nothing was sent`() {
    var state = state()
    let rewinds = state.rewind()
    #expect(rewinds)
    #expect(state.drainNames() == [])
    state.finishSending()
    let rewindsAgain = state.rewind()
    #expect(rewindsAgain)
    #expect(state.drainNames() == ["half close"])
  }

  @Test func `is not sent again once the peer has answered`() throws {
    var state = state()
    try state.sendMessage(.of(1))
    _ = state.nextPart()
    state.receiveHeaders([:])
    let rewinds = state.rewind()
    #expect(!rewinds)
  }

  @Test func `is not sent again after its end`() throws {
    var ended = state()
    ended.receiveStatus(.ok, [:])
    var cancelled = state()
    _ = cancelled.cancel(.gone)
    let rewinds = [ended.rewind(), cancelled.rewind()]
    #expect(rewinds == [false, false])
    #expect(cancelled.drainNames() == ["cancel"])
  }

  // 256 KiB, with five bytes in front of each message.
  @Test(arguments: [(256 * 1024 - 5, true), (256 * 1024 - 4, false)])
  func `is kept up to a bound`(count: Int, isKept: Bool) throws {
    var state = state()
    try state.sendMessage(.of(count))
    _ = state.nextPart()
    let rewinds = state.rewind()
    #expect(rewinds == isKept)
  }

  @Test func `is forgotten for good beyond the bound`() throws {
    var state = state()
    for _ in 0..<3 { try state.sendMessage(.of(100_000)) }
    _ = state.drainNames()
    let rewinds = state.rewind()
    #expect(!rewinds)
    try state.sendMessage(.of(1))
    #expect(state.drainNames() == ["message 1"])
    let rewindsAgain = state.rewind()
    #expect(!rewindsAgain)
  }
}
