internal import DyadServices
internal import HealthModel
internal import Pairing
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Pairing two daemons that fail` {
  private static func withRelay<Result: Sendable>(
    to node: PairingNode, _ body: (Relay) async throws -> Result
  ) async throws -> Result {
    let loop = try EventLoop(name: "relay")
    let relay = try Relay(to: node.daemon.node, on: loop)
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(relay))
    } catch {
      result = .failure(error)
    }
    await relay.stop()
    await loop.shutdown()
    return try result.get()
  }

  /// Pairs through a relay that may cut the connection, and crashes a node there.
  ///
  /// - Parameters:
  ///   - burst: the burst that is cut; `nil` for none.
  ///   - victim: the node that crashes with it, if any.
  /// - Returns: whether they are paired in the end, and how many bursts there were.
  /// - Throws: where a node cannot be started.
  private static func run(
    cutting burst: Int?, crashing victim: NodeRole?
  ) async throws -> (isPaired: Bool, bursts: Int) {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    let bursts = try await withRelay(to: watch) { relay in
      let program = victim == .phone ? phone.daemon.program.number : watch.daemon.program.number
      try await relay.start { number, _ in
        guard number == burst else { return .passes }
        if victim != nil { RunningProgram.crash(program) }
        return .cut
      }
      _ = try? await watch.showingCode { code, _ in
        _ = try? await Joining(address: "\(relay.address)", code: code).run(on: phone)
      }
      let bursts = await relay.bursts
      switch victim {
      case .phone?:
        phone.crash()
        try phone.restart()
      case .watch?:
        watch.crash()
        try watch.restart()
      case nil: break
      }
      _ = try await `Pairing two daemons`.expectAgreement(phone, watch)
      return bursts
    }
    let isPaired = try await `Pairing two daemons`.expectAgreement(phone, watch)
    return (isPaired, bursts)
  }

  @Test(arguments: [nil, NodeRole.phone, .watch])
  func `a crash or a cut between any two messages leaves no half pair`(
    victim: NodeRole?
  ) async throws {
    let whole = try await Self.run(cutting: nil, crashing: nil)
    #expect(whole.isPaired)
    #expect(whole.bursts >= 12, "there are fewer bursts than messages")
    var outcomes: [Bool] = []
    for burst in 0..<whole.bursts {
      outcomes.append(try await Self.run(cutting: burst, crashing: victim).isPaired)
    }
    // Early cuts make no pair; the last message is not needed for one.
    #expect(outcomes.first == false)
    #expect(outcomes.contains(true))
  }

  @Test func `the last message may be lost`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await Self.withRelay(to: watch) { relay in
      try await relay.start()
      try await watch.showingCode { code, window in
        var joining = Joining(address: "\(relay.address)", code: code)
        joining.at = { step in
          guard step == .verified else { return }
          // M7 passes; with whatever comes back both connections end.
          await relay.loseNextAnswer()
        }
        let outcome = try await joining.run(on: phone)
        guard case .paired = outcome else { throw TestSupportError("no pair: \(outcome)") }
        _ = try await window.ending()
      }
      _ = try await `Pairing two daemons`.expectAgreement(phone, watch, arePaired: true)
    }
  }

  @Test func `a commitment that is lost is given up by both`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await Self.withRelay(to: watch) { relay in
      try await relay.start()
      try await watch.showingCode { code, _ in
        var joining = Joining(address: "\(relay.address)", code: code)
        joining.at = { step in
          if step == .verified {
            await relay.change { _, side in side == .client ? .cut : .passes }
          }
        }
        let outcome1 = try await joining.run(on: phone)
        #expect(outcome1 == .refused(.interrupted))
      }
      _ = try await `Pairing two daemons`.expectAgreement(phone, watch, arePaired: false)
    }
  }

  @Test func `attempts that break off spend the code`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await watch.showingCode { code, window in
      // One that is cut a little too early, before M3 has arrived, does not count.
      var attempts = 0
      var outcome = Joining.Outcome.refused(.interrupted)
      while outcome == .refused(.interrupted), attempts < 9 {
        attempts += 1
        outcome = try await Self.withRelay(to: watch) { relay in
          try await relay.start()
          var joining = Joining(address: "\(relay.address)", code: code)
          joining.at = { step in
            guard step == .reached else { return }
            // M3 passes; what comes back is lost.
            await relay.loseNextAnswer()
          }
          return try await joining.run(on: phone)
        }
      }
      #expect(attempts > 3)
      guard case .closed(let closed) = try await window.ending() else {
        throw TestSupportError("the window stays open")
      }
      #expect(closed.refusal == PairingError.Refusal.codeSpent.rawValue)
    }
    _ = try await `Pairing two daemons`.expectAgreement(phone, watch, arePaired: false)
  }

  @Test func `brute force is locked out, also after a restart`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    for _ in 0..<3 {
      try await watch.showingCode { code, _ in
        let joining = Joining(address: watch.address, code: code.oneDigitOff)
        let outcome3 = try await joining.run(on: phone)
        #expect(outcome3 == .refused(.wrongCode))
      }
    }
    for round in 0..<2 {
      let error = await #expect(throws: RPCError.self) { try await watch.showingCode { _, _ in } }
      #expect(error?.metadata[text: RefusalTrailers.refusal] == "locked")
      let until = error?.metadata[text: RefusalTrailers.until].flatMap { Double($0) } ?? 0
      let left = until - WallClock.system.now
      #expect(left > 0 && left <= 60)
      #expect(try await watch.device().lockedUntil > 0)
      guard round == 0 else { break }
      watch.crash()
      try watch.restart()
    }
    _ = try await watch.asOwner {
      try await $0.call(PairingControlMethods.unlock, UnlockRequest())
    }
    try await `Pairing two daemons`.pair(phone, watch)
  }

  @Test func `a crash does not give a guess back`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    for _ in 0..<3 {
      try await Self.withRelay(to: watch) { relay in
        try await relay.start()
        let program = watch.daemon.program.number
        _ = try? await watch.showingCode { code, _ in
          var joining = Joining(address: "\(relay.address)", code: code.oneDigitOff)
          joining.at = { step in
            guard step == .reached else { return }
            // The guess is stored before M4 goes out; with that the watch crashes.
            await relay.change { _, side in
              guard side == .server else { return .passes }
              RunningProgram.crash(program)
              return .cut
            }
          }
          _ = try? await joining.run(on: phone)
        }
        watch.crash()
        try watch.restart()
      }
    }
    let error = await #expect(throws: RPCError.self) { try await watch.showingCode { _, _ in } }
    #expect(error?.metadata[text: RefusalTrailers.refusal] == "locked")
  }
}
