internal import RPCCore
internal import TestSupport
internal import Testing

@Suite struct `Both states of a call, over a network of chance,` {
  private static let runs: UInt64 = 300

  @Test func `pass each message once and in order, then the status`() {
    for seed in 0..<Self.runs {
      var talk = CallConversation(seed: seed)
      talk.settle(after: 200)
      #expect(talk.requestsRead == talk.requests, "seed \(seed)")
      #expect(talk.answersRead == talk.answers, "seed \(seed)")
      #expect(talk.serverEnd?.name == "ended", "seed \(seed)")
      #expect(talk.clientEnd?.name == "ended", "seed \(seed)")
      #expect(talk.network.statuses == 1, "seed \(seed)")
      #expect(talk.network.client.outcome?.status == .ok, "seed \(seed)")
      #expect(talk.network.client.outcome?.trailers == ["x": .text("last")], "seed \(seed)")
    }
  }

  @Test func `give credit for exactly what was read`() {
    for seed in 0..<Self.runs {
      var talk = CallConversation(seed: seed)
      talk.settle(after: 200)
      let left = talk.network.server.takeCredit() + talk.network.client.takeCredit()
      let read = (talk.requestsRead + talk.answersRead).reduce(0) { $0 + $1.wireCount }
      #expect(talk.network.creditGiven + left == read, "seed \(seed)")
    }
  }

  @Test func `pass the whole answer of a handler that does not wait for all requests`() {
    for seed in 0..<Self.runs {
      var talk = CallConversation(seed: seed, readsAll: false)
      talk.settle(after: 200)
      #expect(talk.requests.starts(with: talk.requestsRead), "seed \(seed)")
      #expect(talk.answersRead == talk.answers, "seed \(seed)")
      #expect(talk.clientEnd?.name == "ended", "seed \(seed)")
    }
  }

  @Test func `begin anew after a refusal without losing or repeating a message`() {
    var refusals = 0
    for seed in 0..<Self.runs {
      var talk = CallConversation(seed: seed)
      for _ in 0..<3 {
        // The peer has not looked at the call: only the application and the network have acted.
        talk.actOnRequests(times: 20)
        if talk.network.refuse() { refusals += 1 }
      }
      talk.settle(after: 200)
      #expect(talk.requestsRead == talk.requests, "seed \(seed)")
      #expect(talk.answersRead == talk.answers, "seed \(seed)")
    }
    #expect(refusals == 3 * Int(Self.runs))
  }

  @Test func `both end when the caller cancels, at whatever moment`() {
    var cancelled = 0
    for seed in 0..<Self.runs {
      var talk = CallConversation(seed: seed)
      talk.act(times: Int(seed % 150))
      let cancels = talk.network.client.cancel(RPCError(.cancelled, "enough"))
      talk.settle(after: 0)
      #expect(talk.requests.starts(with: talk.requestsRead), "seed \(seed)")
      #expect(talk.answers.starts(with: talk.answersRead), "seed \(seed)")
      guard cancels else { continue }
      cancelled += 1
      #expect(talk.clientEnd?.name == "failed CANCELLED", "seed \(seed)")
      #expect(talk.network.server.abortReason?.code == .cancelled, "seed \(seed)")
      #expect(talk.network.client.outcome?.status.message == "enough", "seed \(seed)")
    }
    #expect(cancelled > Int(Self.runs) / 2)
  }

  @Test func `both end when the connection goes, at whatever moment`() {
    for seed in 0..<Self.runs {
      var talk = CallConversation(seed: seed)
      talk.act(times: Int(seed % 150))
      let hadEnded = talk.network.client.hasEnded
      talk.network.client.abort(.gone)
      talk.network.server.abort(.gone)
      talk.settle(after: 0)
      #expect(talk.requests.starts(with: talk.requestsRead), "seed \(seed)")
      #expect(talk.answers.starts(with: talk.answersRead), "seed \(seed)")
      #expect(talk.clientEnd?.name == (hadEnded ? "ended" : "failed UNAVAILABLE"), "seed \(seed)")
      #expect(talk.network.statuses == (hadEnded ? 1 : 0), "seed \(seed)")
    }
  }
}

extension CallConversation {
  mutating func act(times: Int) {
    for _ in 0..<times { _ = act() }
  }

  mutating func settle(after times: Int) {
    act(times: times)
    settle()
  }
}
