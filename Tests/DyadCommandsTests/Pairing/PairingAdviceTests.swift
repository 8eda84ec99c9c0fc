internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import Pairing
internal import PairingCommands
internal import Testing

@Suite struct PairingAdviceTests {
  private static func advice(_ side: PairingSide) -> PairingAdvice {
    PairingAdvice(call: "dyad-pair", side: side, now: Devices.now)
  }

  @Test(arguments: PairingSide.allCases, PairingError.Refusal.allCases)
  func `every refusal comes with what to do next`(
    side: PairingSide, refusal: PairingError.Refusal
  ) throws {
    let failure = Self.advice(side).failure(refusal)
    #expect(failure.message.hasPrefix("cannot \(side.operation): "))
    #expect(!failure.message.hasSuffix("."))
    let text = try #require(failure.advice)
    #expect(text.hasSuffix("."), "\(text)")
    #expect(!text.contains("dyad pair "))
    #expect([.refused, .busy, .notFound, .failure].contains(failure.exitCode))
  }

  @Test(arguments: [
    (PairingError.Refusal.wrongCode, ExitCode.refused), (.locked, .refused), (.busy, .busy),
    (.windowOpen, .busy), (.noSuchPeer, .notFound), (.unreachable, .failure),
    (.expired, .failure), (.declined, .refused), (.unknownKey, .refused),
  ])
  func `programs tell refusals apart by the exit code`(
    refusal: PairingError.Refusal, code: ExitCode
  ) {
    #expect(Self.advice(.join).failure(refusal).exitCode == code)
  }

  @Test(arguments: [
    (PairingError.Refusal.wrongCode, PairingSide.show, "'dyad-pair show' makes a new code"),
    (.wrongCode, .join, "Let the other device show a new code with 'dyad-pair show'"),
    (.wrongRole, .join, "dyadd --role"), (.clocks, .join, "timedatectl"),
    (.alreadyPaired, .show, "'dyad-pair remove'"), (.otherHistory, .join, "--erase"),
    (.unreachable, .join, "firewall"), (.unreachable, .remove, "told when it can be reached"),
    (.version, .join, "Update"), (.locked, .join, "on the device that shows the code"),
  ])
  func `the advice names what helps`(
    refusal: PairingError.Refusal, side: PairingSide, part: String
  ) {
    let text = Self.advice(side).failure(refusal).advice
    #expect(text?.contains(part) == true, "\(text ?? "")")
  }

  @Test func `a lock is told with how long it holds`() {
    let until = PairingError.LockEnd.at(Devices.now + 299.5)
    let locked = Self.advice(.show).failure(.locked, lockEnd: until)
    #expect(
      locked.advice == "No code is taken for another 5 minutes, until 2026-11-21T08:05:00Z; "
        + "'dyad-pair unlock' here ends that at once.")
    let over = Self.advice(.show).failure(.locked, lockEnd: .at(Devices.now - 1))
    #expect(over.advice == "The lock is over about now: try again.")
    let reset = Self.advice(.show).failure(.locked, lockEnd: .reset)
    #expect(reset.advice?.hasSuffix("Only 'dyad-pair unlock' here ends that.") == true)
    let wrong = Self.advice(.show).failure(.wrongCode, lockEnd: until)
    #expect(wrong.advice?.contains("makes a new code. No code is taken for") == true)
    let strange = Self.advice(.show).failure(.locked, lockEnd: .at(1e300))
    #expect(strange.advice?.isEmpty == false)
  }

  @Test func `the daemon's own words are kept`() {
    let advice = Self.advice(.join)
    #expect(
      advice.failure(.clocks, detail: "they are 400 s apart").message
        == "cannot pair: they are 400 s apart")
    #expect(advice.failure(.clocks, detail: "cannot pair: 400 s").message == "cannot pair: 400 s")
  }
}
