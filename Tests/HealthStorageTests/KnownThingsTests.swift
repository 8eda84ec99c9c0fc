internal import HealthModel
internal import Testing

@testable internal import HealthStorage

/// What tells without a look at the disk that there is no version of a thing.
struct KnownThingsTests {
  private static let owner = KnownThings.Owner(type: .stepCount, app: "app")

  @Test func `of an owner whom nobody asked about all things may be there`() {
    var things = KnownThings()
    things.note(["a"], of: Self.owner)
    #expect(!things.knows(Self.owner))
    #expect(things.among(["a", "b"], of: Self.owner) == ["a", "b"])
  }

  @Test func `of a known owner those may be there that were noted`() {
    var things = KnownThings()
    things.begin(with: Self.owner)
    things.note(["a", "b"], of: Self.owner)
    #expect(things.knows(Self.owner))
    #expect(things.among(["b", "c"], of: Self.owner) == ["b"])
    #expect(!things.knows(KnownThings.Owner(type: .heartRate, app: "app")))
    #expect(!things.knows(KnownThings.Owner(type: .stepCount, app: "other")))
  }

  @Test func `of an owner of too many things all may be there, and nothing is looked for again`() {
    var things = KnownThings(most: 2)
    things.begin(with: Self.owner)
    things.note(["a", "b"], of: Self.owner)
    #expect(things.among(["c"], of: Self.owner).isEmpty)
    things.note(["c"], of: Self.owner)
    #expect(things.knows(Self.owner))
    #expect(things.among(["d"], of: Self.owner) == ["d"])
    // The bound is one for all, and whoever had no room takes none from others.
    let other = KnownThings.Owner(type: .heartRate, app: "app")
    things.begin(with: other)
    things.note(["a", "b"], of: other)
    #expect(things.among(["c"], of: other).isEmpty)
    let third = KnownThings.Owner(type: .heartRate, app: "other")
    things.begin(with: third)
    things.note(["a"], of: third)
    #expect(things.among(["b"], of: third) == ["b"])
  }
}
