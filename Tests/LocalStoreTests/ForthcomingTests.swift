internal import HealthModel
internal import HealthStorage
internal import Synchronization
internal import Testing

// The published is the store's own.
@testable internal import LocalStore

/// Who looks ahead, and what they hear of it.
struct ForthcomingTests {
  private let pins = PinnedGenerations()
  private let verdicts = Verdicts()

  private final class Verdicts: Sendable {
    private let told = Mutex<[String]>([])
    var all: [String] { told.withLock { $0 } }
    func note(_ who: String) -> @Sendable (Bool) -> Void {
      { isCommitted in self.told.withLock { $0.append("\(who) \(isCommitted)") } }
    }
  }

  private func snapshot(_ generation: UInt64, isForetold: Bool = false) -> Snapshot {
    var state = StoreState()
    state.generation = generation
    return Snapshot(state, on: pins, isForetold: isForetold)
  }

  @Test func `it is told once it has come to pass, and no sooner`() async throws {
    let published = PublishedState(snapshot(1))
    var wakeups = published.wakeups(for: [.stepCount], ahead: true).makeAsyncIterator()
    published.lookAhead(to: snapshot(2, isForetold: true), changed: [.stepCount])
    #expect(await wakeups.next() != nil)
    let forthcoming = try #require(published.forthcoming)
    forthcoming.whenKnown(verdicts.note("early"))
    #expect(verdicts.all == [] && published.latest.state.generation == 1)
    published.see(snapshot(2), changed: [.stepCount], records: [])
    forthcoming.whenKnown(verdicts.note("late"))
    #expect(verdicts.all == ["early true", "late true"])
    #expect(published.forthcoming == nil && published.latest.state.generation == 2)
    // Whoever did not look ahead hears of it now.
    #expect(await wakeups.next() != nil)
  }

  @Test func `what was given up is not told, though the next commit has its number`() throws {
    let published = PublishedState(snapshot(1))
    let wakeups = published.wakeups(for: [.stepCount], ahead: true)
    published.lookAhead(to: snapshot(2, isForetold: true), changed: [.stepCount])
    try #require(published.forthcoming).whenKnown(verdicts.note("failed"))
    // The disk failed: the same state again.
    published.see(snapshot(1), changed: [], records: [])
    published.lookAhead(to: snapshot(2, isForetold: true), changed: [.stepCount])
    try #require(published.forthcoming).whenKnown(verdicts.note("tried alone"))
    published.lookAhead(to: snapshot(2, isForetold: true), changed: [.stepCount])
    try #require(published.forthcoming).whenKnown(verdicts.note("tried again"))
    published.see(snapshot(2), changed: [.stepCount], records: [])
    #expect(verdicts.all == ["failed false", "tried alone false", "tried again true"])
    withExtendedLifetime(wakeups) {}
  }

  @Test func `nothing is foretold to those who do not ask`() {
    let published = PublishedState(snapshot(1))
    let wakeups = [
      published.wakeups(for: [.stepCount]), published.wakeups(for: [.heartRate], ahead: true),
    ]
    published.lookAhead(to: snapshot(2, isForetold: true), changed: [.stepCount])
    #expect(published.forthcoming == nil)
    withExtendedLifetime(wakeups) {}
  }
}
