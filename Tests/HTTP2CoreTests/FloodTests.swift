internal import HTTP2Core
internal import PeerSupport
internal import Testing

/// Frames that cost more to handle than to send.
struct Flood: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// How many are within the budget when nothing else is sent.
  let allowed: Int
  let write: @Sendable (inout FrameWriter, Int) -> Void

  private static let budget = AbuseBudget.Limits()

  static let all: [Flood] = [
    Flood(testDescription: "PING", allowed: budget.ping.burst) { $0.ping(UInt64($1)) },
    Flood(testDescription: "SETTINGS", allowed: budget.settings.burst) { writer, _ in
      writer.settings([])
    },
    Flood(testDescription: "PRIORITY", allowed: budget.priority.burst) { writer, _ in
      writer.frame(.priority, stream: 1, payload: [0, 0, 0, 0, 0])
    },
    Flood(testDescription: "WINDOW_UPDATE", allowed: budget.windowUpdate.burst) { writer, _ in
      writer.windowUpdate(stream: 0, increment: 1)
    },
    Flood(testDescription: "frames of unknown types", allowed: budget.unknownFrame.burst) {
      $0.frame(FrameKind(rawValue: UInt8(10 + $1 % 246)))
    },
    Flood(testDescription: "GREASE on a stream", allowed: budget.unknownFrame.burst) { writer, _ in
      writer.frame(.unknown, stream: 1, payload: [1, 2, 3])
    },
    Flood(testDescription: "empty DATA", allowed: budget.emptyData.burst) { writer, _ in
      writer.data([], stream: 1)
    },
    Flood(testDescription: "DATA of nothing but padding", allowed: budget.emptyData.burst) {
      writer, _ in writer.data([], stream: 1, padding: 8)
    },
  ]
}

@Suite struct FloodTests {
  @Test(arguments: Flood.all) func `a flood ends with a word of calm`(flood: Flood) throws {
    var server = try Server()
    _ = try server.open()
    var fed = 0
    // Drained all the time, because what is queued has a bound of its own.
    var outcome = Outcome.accepted
    while outcome == .accepted, fed < 10_000 {
      outcome = try server.outcome { flood.write(&$0, fed) }
      fed += 1
    }
    #expect(outcome == .connectionError(.enhanceYourCalm))
    // Opening the connection and the stream may have spent or earned a little.
    #expect(abs(fed - flood.allowed) < 8, "\(fed) were taken")
  }

  @Test(arguments: Flood.all) func `as many as are fair go on for ever`(flood: Flood) throws {
    var server = try Server()
    _ = try server.open()
    for round in 0..<200 {
      server.now += .seconds(1)
      let outcome = try server.outcome { writer in flood.write(&writer, round) }
      #expect(outcome == .accepted)
    }
  }

  @Test(arguments: [FrameKind.ping, .settings])
  func `answers that the peer does not read are not queued for ever`(kind: FrameKind) throws {
    var limits = SessionLimits()
    limits.abuse.ping.burst = 1_000_000
    limits.abuse.settings.burst = 1_000_000
    let server = try Server(limits: limits)
    let error = #expect(throws: HTTP2Error.self) {
      // One call, so that nothing is drained between.
      try server.feed { writer in
        for number in 0..<2_000 {
          if kind == .ping { writer.ping(UInt64(number)) } else { writer.settings([]) }
        }
      }
    }
    #expect(error?.code == .peer(.enhanceYourCalm))
  }

  @Test func `a PING for every message is fair`() throws {
    let server = try Server()
    _ = try server.open()
    for number in 0..<5_000 {
      try server.feed { writer in
        writer.data([1], stream: 1)
        writer.ping(UInt64(number))
      }
      var output: [UInt8] = []
      _ = try server.session.drain(into: &output, upTo: 1 << 20)
    }
  }

  @Test func `an empty DATA after every message is fair`() throws {
    let server = try Server()
    _ = try server.open()
    for _ in 0..<2_000 {
      try server.feed { writer in
        writer.data([1], stream: 1)
        writer.data([], stream: 1)
      }
    }
  }

  /// What calls whose headers are too large differ in.
  @Test(arguments: [("a long field", 1, 9_000), ("many fields", 200, 1)])
  func `header blocks beyond the limits end the connection`(
    name: String, count: Int, size: Int
  ) throws {
    var server = try Server()
    let fields = (0..<count).map { ("x-\($0)", String(repeating: "x", count: size)) }
    var number: UInt32 = 1
    var outcome = Outcome.accepted
    while outcome == .accepted, number < 1_000 {
      outcome = try server.outcome { writer in
        writer.headers(Server.request + fields, stream: number, endStream: true)
      }
      number += 2
    }
    #expect(outcome == .connectionError(.enhanceYourCalm))
    #expect(number / 2 == AbuseBudget.Limits().largeHeaders.burst + 1)
  }

  @Test func `header blocks for a stream that is over end the connection`() throws {
    var server = try Server()
    let call = try server.open()
    server.session.reset(call, .cancel)
    _ = try server.frames()
    var count = 0
    var outcome = Outcome.accepted
    while outcome == .accepted, count < 10_000 {
      outcome = try server.outcome { $0.headers([("a", "b")], stream: 1, endStream: true) }
      count += 1
    }
    #expect(outcome == .connectionError(.enhanceYourCalm))
    #expect(count == AbuseBudget.Limits().lateHeaders.burst + 1)
  }

  @Test func `answers whose headers are too large end the connection of a client`() throws {
    var client = try Client()
    let fields = [(":status", "200"), ("x", String(repeating: "x", count: 9_000))]
    let error = #expect(throws: HTTP2Error.self) {
      for _ in 0..<1_000 {
        let stream = try client.open()
        try client.feed { writer in
          writer.headers(fields, stream: UInt32(stream.number), endStream: true)
        }
      }
    }
    #expect(error?.code == .peer(.enhanceYourCalm))
  }

  /// How much of its answer a call has got when it is reset.
  enum Answered: CaseIterable { case headers, some, all }

  @Test(arguments: Answered.allCases)
  func `a caller that has read some of each answer may reset as often as it likes`(
    answered: Answered
  ) throws {
    var server = try Server()
    var number: UInt32 = 1
    var outcome = Outcome.accepted
    while outcome == .accepted, number < 4_000 {
      let call = try server.open(number)
      server.session.sendHeaders(Fields.response, on: call, endStream: false)
      if answered != .headers { server.session.sendData([1], on: call) }
      if answered == .all { server.session.endData(on: call) }
      _ = try server.frames()
      outcome = try server.outcome { $0.reset(stream: number, code: ErrorCode.cancel.rawValue) }
      number += 2
    }
    // Headers come for nothing, so they earn nothing.
    let stopped = Outcome.connectionError(.enhanceYourCalm)
    #expect(outcome == (answered == .headers ? stopped : .accepted))
    guard answered != .headers else { return }
    // It has earned nothing by it either.
    outcome = .accepted
    var resets = 0
    while outcome == .accepted, resets < 10_000 {
      outcome = try server.outcome { writer in
        writer.headers(Server.request, stream: number)
        writer.reset(stream: number, code: ErrorCode.cancel.rawValue)
      }
      number += 2
      resets += 1
    }
    #expect(outcome == stopped)
    #expect(resets == AbuseBudget.Limits().reset.burst + 1)
  }

  @Test(arguments: [ErrorCode.cancel, .noError])
  func `rapid resets end the connection`(code: ErrorCode) throws {
    var server = try Server()
    var number: UInt32 = 1
    var outcome = Outcome.accepted
    while outcome == .accepted, number < 20_000 {
      outcome = try server.outcome { writer in
        writer.headers(Server.request, stream: number)
        writer.reset(stream: number, code: code.rawValue)
      }
      number += 2
    }
    #expect(outcome == .connectionError(.enhanceYourCalm))
    #expect(number / 2 == AbuseBudget.Limits().reset.burst + 1)
  }

  @Test func `a client that finishes as many calls as it cancels is never stopped`() throws {
    let server = try Server()
    for number in 0..<2_000 as Range<UInt32> {
      let call = try server.open(number * 4 + 1, endStream: true)
      server.session.sendHeaders(Fields.trailersOnly, on: call, endStream: true)
      var output: [UInt8] = []
      _ = try server.session.drain(into: &output, upTo: 1 << 20)
      try server.feed { writer in
        writer.headers(Server.request, stream: number * 4 + 3)
        writer.reset(stream: number * 4 + 3, code: ErrorCode.cancel.rawValue)
      }
    }
    #expect(server.session.failure == nil)
    #expect(server.session.activeStreams == 0)
  }

  @Test func `resets that a peer's mistakes provoke end the connection`() throws {
    var server = try Server()
    var number: UInt32 = 1
    var outcome = Outcome.accepted
    repeat {
      outcome = try server.outcome { writer in
        writer.headers(Server.request, stream: number)
        writer.windowUpdate(stream: number, increment: 0x7fff_ffff)
      }
      if case .connectionError = outcome { break }
      #expect(outcome == .streamError(number, .flowControlError))
      number += 2
    } while number < 20_000
    #expect(outcome == .connectionError(.enhanceYourCalm))
    #expect(server.session.activeStreams <= 1)
  }

  @Test func `a header block in too many pieces ends the connection`() throws {
    var server = try Server()
    let outcome = try server.outcome { writer in
      writer.frame(.headers, stream: 1, payload: FrameWriter.literals(Server.request))
      for _ in 0..<1_000 { writer.frame(.continuation, stream: 1) }
    }
    #expect(outcome == .connectionError(.enhanceYourCalm))
  }

  @Test func `too many settings in one frame end the connection`() throws {
    var server = try Server()
    let outcome = try server.outcome { writer in
      writer.settings((0..<100).map { (UInt16(100 + $0), 1) })
    }
    #expect(outcome == .connectionError(.enhanceYourCalm))
  }

  @Test func `more streams than are allowed end the connection`() throws {
    var limits = SessionLimits()
    limits.maxConcurrentStreams = 3
    var server = try Server(limits: limits)
    for number in [1, 3, 5] as [UInt32] { _ = try server.open(number) }
    let outcome = try server.outcome { $0.headers(Server.request, stream: 7) }
    #expect(outcome == .connectionError(.protocolError))
  }

  @Test func `streams beyond a limit that the peer cannot know yet are refused`() throws {
    var limits = SessionLimits()
    limits.maxConcurrentStreams = 3
    var server = try Server(limits: limits, startsClient: false)
    try server.feed { writer in
      writer.startClient()
      for number in [1, 3, 5, 7] as [UInt32] { writer.headers(Server.request, stream: number) }
    }
    let refused = try server.frames().filter { $0.kind == .resetStream }
    #expect(refused.map(\.stream) == [7])
    #expect(refused.first?.errorCode == ErrorCode.refusedStream.rawValue)
  }
}
