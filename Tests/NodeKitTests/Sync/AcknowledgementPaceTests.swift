internal import SyncCore
internal import Testing

@testable internal import NodeSync

struct AcknowledgementPaceTests {
  private static let little = Unacknowledged(weight: 100, credit: 8 << 20)

  @Test func `the first message after a while is acknowledged at once`() {
    var pace = AcknowledgementPace()
    #expect(pace.isDue(Self.little, at: 100))
    pace.noteSaid(at: 100)
    #expect(!pace.isDue(Self.little, at: 100.001))
    #expect(pace.isDue(Self.little, at: 100 + AcknowledgementPace.pause + 0.001))
  }

  @Test func `much is acknowledged at once`() {
    var pace = AcknowledgementPace()
    pace.noteSaid(at: 100)
    #expect(!pace.isDue(Unacknowledged(weight: 16_383, credit: 8 << 20), at: 100))
    #expect(pace.isDue(Unacknowledged(weight: 16_384, credit: 8 << 20), at: 100))
  }

  /// Whatever a peer said that it takes: it may be 1.
  @Test(arguments: [1, 3, 4, 400, 4_096] as [UInt64])
  func `a peer that sends little at a time need not wait`(credit: UInt64) {
    var pace = AcknowledgementPace()
    pace.noteSaid(at: 100)
    #expect(pace.isDue(Unacknowledged(weight: max(1, credit / 4), credit: credit), at: 100))
    #expect(pace.isDue(Unacknowledged(weight: credit, credit: credit), at: 100))
  }

  @Test func `a clock that is set back makes nobody wait`() {
    var pace = AcknowledgementPace()
    pace.noteSaid(at: 100)
    #expect(pace.isDue(Self.little, at: 40))
  }
}
