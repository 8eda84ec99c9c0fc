internal import HealthModel
internal import TestSupport
internal import Testing

struct TypeScopeTests {
  /// All that scopes list, and a type that nobody lists.
  static let universe = PlainDots.types + [ObjectType("unheard of")]

  private static func members(_ scope: TypeScope) -> Set<ObjectType> {
    Set(universe.filter { scope.contains($0) })
  }

  @Test func `an intersection has what both have`() {
    var random = SeededGenerator(seed: 81)
    for round in 0..<500 {
      let one = RandomScope.make(&random)
      let two = RandomScope.make(&random)
      #expect(
        Self.members(one.intersection(two)) == Self.members(one).intersection(Self.members(two)),
        "\(random), round \(round)")
    }
  }

  @Test func `a symmetric difference has what one of the two has alone`() {
    var random = SeededGenerator(seed: 82)
    for round in 0..<500 {
      let one = RandomScope.make(&random)
      let two = RandomScope.make(&random)
      let difference = one.symmetricDifference(two)
      #expect(
        Self.members(difference) == Self.members(one).symmetricDifference(Self.members(two)),
        "\(random), round \(round)")
      #expect(difference.isEmpty == (one == two), "\(random), round \(round)")
    }
  }

  @Test func `a type that is set is in or out, and no other changes`() {
    var random = SeededGenerator(seed: 83)
    for round in 0..<500 {
      let before = RandomScope.make(&random)
      var after = before
      let type = PlainDots.types[Int(random.next() % 3)]
      let isIn = random.next() % 2 == 0
      after.set(type, isIn)
      #expect(after.contains(type) == isIn, "\(random), round \(round)")
      let rest = Self.universe.filter { $0 != type }
      #expect(
        rest.allSatisfy { before.contains($0) == after.contains($0) }, "\(random), round \(round)")
    }
  }

  @Test func `all has every type and none has no type`() {
    #expect(Self.members(.all) == Set(Self.universe))
    #expect(Self.members(.none).isEmpty)
    #expect(Self.members(.only([PlainDots.types[0]])) == [PlainDots.types[0]])
  }
}
