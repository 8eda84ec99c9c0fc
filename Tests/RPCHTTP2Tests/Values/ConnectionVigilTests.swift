internal import SystemCore
internal import TestSupport
internal import Testing

// @testable: the vigil is a rule of the transport's own.
@testable internal import RPCHTTP2

@Suite struct ConnectionVigilTests {
  /// What may happen to a connection.
  enum Step: Sendable {
    case received, established, busy, idle, blocked, progress, shutdown, heard, closing, ended
  }

  /// One thing that happens at a time, or a look, with what has to come of it.
  struct Moment: Sendable {
    let second: Int64
    var step: Step?
    var verdict = ConnectionVigil.Verdict.nothing
    /// When the next look is due, if that matters.
    var next: Int64?
  }

  /// What happens to one connection.
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let moments: [Moment]

    init(_ description: String, _ moments: [Moment]) {
      testDescription = description
      self.moments = moments
    }
  }

  private static func at(_ second: Int64, _ step: Step, next: Int64? = nil) -> Moment {
    Moment(second: second, step: step, next: next)
  }

  private static func look(
    _ second: Int64, _ verdict: ConnectionVigil.Verdict = .nothing, next: Int64? = nil
  ) -> Moment {
    Moment(second: second, verdict: verdict, next: next)
  }

  private static let late = ConnectionVigil.Verdict.cut(
    "the peer has not finished the handshake in time")
  private static let stalled = ConnectionVigil.Verdict.cut("the peer takes no bytes")
  private static let silent = ConnectionVigil.Verdict.cut("the peer does not answer")
  private static let open = ConnectionVigil.Verdict.cut("the peer does not close its side")
  private static let drained = ConnectionVigil.Verdict.cut(
    "calls were still in progress when the time to end them was over")

  /// Handshake 10, idle 100, keepalive 50, answer 5, stall 20, announcement 2, farewell 10, drain 30.
  private static var timeouts: ConnectionTimeouts {
    var timeouts = ConnectionTimeouts()
    timeouts.handshake = .seconds(10)
    timeouts.idle = .seconds(100)
    timeouts.keepalive = .seconds(50)
    timeouts.keepaliveAnswer = .seconds(5)
    timeouts.stall = .seconds(20)
    timeouts.announcement = .seconds(2)
    timeouts.farewell = .seconds(10)
    timeouts.drain = .seconds(30)
    return timeouts
  }

  static let stories: [Story] = [
    Story("silence", [look(9, next: 10), look(10, late)]),
    Story("bytes that are no handshake", [at(9, .received), look(10, late)]),
    Story("idle", [at(1, .established), look(49, next: 50), look(99, .ask), look(100, .announce)]),
    Story(
      "idle, and all is in order",
      [
        at(0, .established), at(0, .received), look(50, .ask, next: 55), at(51, .received),
        look(100, .announce, next: 102), at(101, .heard), look(130, next: 131), at(130, .closing),
        look(139, next: 140), look(140, open),
      ]),
    Story("no answer", [at(0, .established), look(50, .ask), look(54), look(55, silent)]),
    Story(
      "an answer, and another silence",
      [
        at(0, .established), at(0, .busy), look(50, .ask), at(54, .received), look(55, next: 104),
        look(104, .ask), look(109, silent),
      ]),
    Story(
      "a call keeps it",
      [
        at(0, .established), at(1, .busy), at(90, .received), look(120), at(130, .received),
        at(130, .idle), look(179, next: 180), at(180, .received), look(229), at(229, .received),
        look(230, .announce),
      ]),
    Story(
      "idle twice counts from the first",
      [at(0, .established), at(90, .received), at(90, .idle), look(100, .announce)]),
    Story(
      "blocked",
      [
        at(0, .established), at(0, .busy), at(10, .blocked, next: 30), at(20, .blocked, next: 30),
        look(29), look(30, stalled),
      ]),
    Story(
      "blocked, with progress",
      [
        at(0, .established), at(0, .busy), at(10, .blocked), at(25, .progress, next: 45),
        look(44), look(45, stalled),
      ]),
    Story(
      "blocked and free again",
      [at(0, .established), at(10, .blocked), at(20, .busy), look(40, next: 50)]),
    Story("blocked in the handshake", [at(0, .blocked), look(10, late)]),
    Story(
      "blocked while it closes",
      [at(0, .established), at(1, .closing), at(1, .blocked), look(11, open)]),
    Story(
      "an announcement that nobody hears",
      [
        at(0, .established), at(5, .shutdown, next: 7), look(6), look(7, .stopAccepting, next: 15),
        look(14), look(15, silent),
      ]),
    Story(
      "an announcement that is not answered, by a peer that is there",
      [
        at(0, .established), at(0, .busy), at(5, .shutdown), look(7, .stopAccepting, next: 15),
        at(14, .received, next: 37), look(36), look(37, drained),
      ]),
    Story(
      "calls that do not end",
      [
        at(0, .established), at(0, .busy), at(5, .shutdown), at(6, .heard, next: 36), look(35),
        look(36, drained),
      ]),
    Story(
      "a shutdown twice",
      [at(0, .established), at(5, .shutdown), at(6, .shutdown, next: 7), look(7, .stopAccepting)]),
    Story(
      "what was heard is heard once",
      [at(0, .established), at(5, .shutdown), at(6, .heard), at(20, .heard, next: 36)]),
    Story(
      "the last word twice", [at(0, .established), at(5, .closing), at(9, .closing, next: 15)]),
    Story(
      "a peer that says no more, and waits for its answers",
      [
        at(0, .established), at(0, .busy), Moment(second: 5, step: .ended, verdict: .ask),
        look(6, .ask, next: 35), look(34), look(35, drained),
      ]),
    Story(
      "a peer that says no more, and has its answers",
      [
        at(0, .established), Moment(second: 5, step: .ended, verdict: .ask), at(6, .closing),
        look(16, open),
      ]),
    Story(
      "settings that come late open nothing again",
      [at(0, .established), at(5, .closing), at(6, .established), look(15, open)]),
  ]

  @Test(arguments: stories)
  func `each moment has its verdict`(story: Story) {
    var vigil = ConnectionVigil(Self.timeouts, now: Self.instant(0))
    var isIdle = true
    for moment in story.moments {
      let now = Self.instant(moment.second)
      let verdict: ConnectionVigil.Verdict
      switch moment.step {
      case nil: verdict = vigil.check(at: now)
      case .received: verdict = Self.nothing(vigil.noteReceived(at: now))
      case .established: verdict = Self.nothing(vigil.noteEstablished())
      case .busy, .idle:
        isIdle = moment.step == .idle
        verdict = Self.nothing(vigil.note(isIdle: isIdle, isBlocked: false, at: now))
      case .blocked: verdict = Self.nothing(vigil.note(isIdle: isIdle, isBlocked: true, at: now))
      case .progress: verdict = Self.nothing(vigil.noteProgress(at: now))
      case .shutdown:
        _ = vigil.beginShutdown(at: now)
        verdict = .nothing
      case .heard:
        _ = vigil.noteAnnouncementHeard(at: now)
        verdict = .nothing
      case .ended: verdict = vigil.notePeerEnded(at: now)
      case .closing: verdict = Self.nothing(vigil.noteClosing(at: now))
      }
      #expect(verdict == moment.verdict, "at \(moment.second)")
      if let next = moment.next { #expect(vigil.next == Self.instant(next), "at \(moment.second)") }
    }
  }

  @Test func `a shutdown says what is to be done`() {
    var vigil = ConnectionVigil(Self.timeouts, now: Self.instant(0))
    var other = vigil
    #expect(other.beginShutdown(at: Self.instant(1)) == .cut("the server is going away"))
    vigil.noteEstablished()
    #expect(vigil.noteAnnouncementHeard(at: Self.instant(1)) == .nothing)
    #expect(vigil.beginShutdown(at: Self.instant(1)) == .announce)
    #expect(vigil.beginShutdown(at: Self.instant(1)) == .nothing)
    #expect(vigil.noteAnnouncementHeard(at: Self.instant(1)) == .stopAccepting)
    #expect(vigil.noteAnnouncementHeard(at: Self.instant(1)) == .nothing)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `whoever looks when it is due is never told to look in the past`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var vigil = ConnectionVigil(Self.timeouts, now: Self.instant(0))
    var now: Int64 = 0
    for _ in 0..<100 {
      let due = vigil.next.nanoseconds / 1_000_000_000
      now = min(due, now + Int64.random(in: 0...20, using: &generator))
      let instant = Self.instant(now)
      if case .cut = vigil.check(at: instant) { return }
      #expect(vigil.next > instant)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: vigil.noteReceived(at: instant)
      case 1: vigil.noteEstablished()
      case 2:
        vigil.note(
          isIdle: .random(using: &generator), isBlocked: .random(using: &generator), at: instant)
      case 3: vigil.noteProgress(at: instant)
      case 4: if case .cut = vigil.beginShutdown(at: instant) { return }
      case 5: _ = vigil.noteAnnouncementHeard(at: instant)
      default: break
      }
    }
  }

  private static func instant(_ second: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: second * 1_000_000_000)
  }

  private static func nothing(_ void: Void) -> ConnectionVigil.Verdict { .nothing }
}
