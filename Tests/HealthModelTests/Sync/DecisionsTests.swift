internal import HealthModel
internal import Testing

struct DecisionsTests {
  private typealias Version = WatchSettings.Version

  @Test func `a phone knows what it decided, and nothing of what it lost`() {
    var peer = PeerRecord(heard: 0, settings: WatchSettings(version: version(1, by: nil)))
    for number in [2, 3] { peer.decide(WatchSettings(version: version(number, by: 7))) }
    for number in [4, 5] { peer.decide(WatchSettings(version: version(number, by: 8))) }
    #expect(peer.decided == [version(1, by: nil), version(3, by: 7), version(5, by: 8)])
    let own = [Version.none, version(1, by: nil), version(2, by: 7), version(3, by: 7)]
    for known in own + [version(4, by: 8), version(5, by: 8)] { #expect(peer.hasDecided(known)) }
    for lost in [version(4, by: 7), version(3, by: 9), version(5, by: 9), version(6, by: 8)] {
      #expect(!peer.hasDecided(lost))
    }
  }

  @Test func `of a record from before decisions were remembered only the number tells`() {
    let peer = PeerRecord(heard: 0, settings: WatchSettings(version: version(5, by: 7)))
    #expect(peer.hasDecided(version(5, by: 7)))
    #expect(peer.hasDecided(version(4, by: 9)))
    #expect(!peer.hasDecided(version(5, by: 9)))
    #expect(!peer.hasDecided(version(6, by: 7)))
  }

  @Test func `what came before the oldest decision that is remembered is believed`() {
    var peer = PeerRecord(heard: 0)
    for number in 1...100 {
      peer.decide(WatchSettings(version: version(number, by: UInt64(number))))
    }
    #expect(peer.decided.count == PeerRecord.mostDecided)
    #expect(peer.decided.first == version(37, by: 37))
    #expect(peer.hasDecided(version(36, by: 1_000)))
    #expect(!peer.hasDecided(version(37, by: 1_000)))
  }

  private func version(_ number: Int, by incarnation: UInt64?) -> Version {
    Version(number: UInt64(number), incarnation: incarnation.map(Incarnation.init))
  }
}
