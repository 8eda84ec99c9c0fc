internal import HealthModel
internal import SyncCore
internal import Testing

@testable internal import NodeKit

struct AcknowledgementPaceTests {
  /// A batch that covers so many intervals.
  private static func batch(_ intervals: UInt64) -> SyncMessage {
    let stream = VersionVector.Stream(incarnation: Incarnation(rawValue: 1), type: .stepCount)
    var covers = VersionVector()
    for number in 0..<intervals { covers.cover(2 * number + 1...2 * number + 1, in: stream) }
    return .batch(ChangeBatch(covers: covers))
  }

  @Test func `the first message after a while is acknowledged at once`() {
    var pace = AcknowledgementPace()
    pace.note(Self.batch(1))
    #expect(pace.isDue(at: 100))
    pace.noteSaid(at: 100)
    pace.note(Self.batch(1))
    #expect(!pace.isDue(at: 100.001))
    #expect(pace.isDue(at: 100 + AcknowledgementPace.pause + 0.001))
  }

  @Test func `much is acknowledged at once, in one message or in many`() {
    var pace = AcknowledgementPace()
    pace.noteSaid(at: 100)
    pace.note(Self.batch(3_000))
    #expect(pace.isDue(at: 100))
    pace.noteSaid(at: 100)
    #expect(!pace.isDue(at: 100))
    var messages = 0
    while !pace.isDue(at: 100), messages < 1_000 {
      pace.note(Self.batch(1))
      messages += 1
    }
    #expect(messages > 50 && messages < 1_000)
  }

  @Test func `a clock that is set back makes nobody wait`() {
    var pace = AcknowledgementPace()
    pace.noteSaid(at: 100)
    #expect(pace.isDue(at: 40))
  }
}
