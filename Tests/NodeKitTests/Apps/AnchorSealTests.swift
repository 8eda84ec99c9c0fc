internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

@testable internal import NodeApps
@testable internal import NodeTrust

// The daemon alone is made of these parts, so that none of them is `package`.

struct AnchorSealTests {
  private static let app = StoreCaller.app(SubscriptionFixture.app("app.one"))
  private static let other = StoreCaller.app(SubscriptionFixture.app("app.two"))

  private static let anchors: [Anchor] = [
    .beginning, Anchor(incarnation: Incarnation(rawValue: 1), position: 1),
    Anchor(
      incarnation: Incarnation(rawValue: .max), position: .max,
      backfill: Anchor.Backfill(
        after: .max, includesOwn: true, includesForeign: true, isFirst: true)),
  ]

  private func code(_ body: () throws -> Anchor) -> StorageError.Code? {
    do {
      _ = try body()
    } catch let error as StorageError {
      return error.code
    } catch {}
    return nil
  }

  @Test func `an app gets back what was sealed for it, whatever it is as long and never the same`()
    async throws
  {
    let fixture = try SubscriptionFixture()
    let store = try await fixture.open()
    let seal = try await AnchorSeal.open(store)
    var texts: [[UInt8]] = []
    for _ in 0..<3 {
      for var anchor in Self.anchors {
        (anchor.ownIsUntold, anchor.foreignIsUntold) = (true, true)
        let text = try seal.bytes(of: anchor, for: Self.app)
        #expect(try seal.anchor(text, of: Self.app) == anchor)
        texts.append(text)
      }
    }
    #expect(Set(texts).count == texts.count)
    #expect(Set(texts.map(\.count)).count == 1)
    // The key is kept.
    let again = try await AnchorSeal.open(store)
    #expect(throws: Never.self) { try again.anchor(texts[0], of: Self.app) }
  }

  @Test func `what was not sealed for it an app has to do without`() async throws {
    let fixture = try SubscriptionFixture()
    let store = try await fixture.open()
    let seal = try await AnchorSeal.open(store)
    let elsewhere = try await AnchorSeal.open(try await SubscriptionFixture().open())
    let text = try seal.bytes(of: Self.anchors[1], for: Self.app)
    #expect(code { try seal.anchor(text, of: Self.other) } == .startOver)
    #expect(code { try elsewhere.anchor(text, of: Self.app) } == .startOver)
    for index in text.indices.dropFirst() {
      var changed = text
      changed[index] ^= 0x80
      #expect(code { try seal.anchor(changed, of: Self.app) } == .startOver, "byte \(index)")
    }
    // Positions of its own choice would tell it where the log ends.
    for place in [Self.anchors[1], Anchor(incarnation: nil, position: 1)] {
      let plain = try place.encoded()
      #expect(code { try seal.anchor(plain, of: Self.app) } == .startOver)
    }
    #expect(try seal.anchor([], of: Self.app) == .beginning)
  }

  @Test func `what never was an anchor is refused by its field`() async throws {
    let seal = try await AnchorSeal.open(try await SubscriptionFixture().open())
    let text = try seal.bytes(of: Self.anchors[1], for: Self.app)
    for bytes in [[0xFF], [1], text + [0], Array(text.dropLast())] {
      let error = #expect(throws: StoreWireError.self) {
        try seal.anchor(bytes, of: Self.app, in: "here")
      }
      #expect(error?.field == "here")
    }
  }

  @Test func `the owner gets anchors as they are`() async throws {
    let seal = try await AnchorSeal.open(try await SubscriptionFixture().open())
    for anchor in Self.anchors {
      let bytes = try seal.bytes(of: anchor, for: .owner)
      #expect(try bytes == anchor.encoded())
      #expect(try seal.anchor(bytes, of: .owner) == anchor)
    }
  }

  @Test func `a key that is none is damage`() async throws {
    let store = try await SubscriptionFixture().open()
    try await store.commitTogether([.setNodeRecord(key: AnchorSeal.recordKey, body: [1, 2])])
    let failure = await #expect(throws: StateFailure.self) { try await AnchorSeal.open(store) }
    #expect(failure?.cause == .damaged)
  }
}
