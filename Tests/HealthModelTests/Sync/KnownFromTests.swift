internal import HealthModel
internal import TestSupport
internal import Testing

/// What a node claims, against a plain table with an entry for every type.
struct KnownFromTests {
  static let universe = PlainDots.types + [ObjectType("unheard of")]
  static let values: [Double] = [-.infinity, 0, 10, 20, .infinity]

  private static func value(_ random: inout SeededGenerator) -> Double {
    values[Int(random.next() % 5)]
  }

  @Test func `claims follow a plain table through all changes`() {
    var random = SeededGenerator(seed: 91)
    for round in 0..<400 {
      var known = KnownFrom(others: Self.value(&random))
      var table = Dictionary(uniqueKeysWithValues: Self.universe.map { ($0, known.others) })
      for _ in 0..<8 {
        let new = Self.value(&random)
        let type = PlainDots.types[Int(random.next() % 3)]
        switch random.next() % 3 {
        case 0:
          known[type] = new
          table[type] = new
        case 1:
          known.raise(to: new)
          table = table.mapValues { max($0, new) }
        default:
          let scope = RandomScope.make(&random)
          known.set(new, for: scope)
          for type in Self.universe where scope.contains(type) { table[type] = new }
        }
        for type in Self.universe {
          #expect(known[type] == table[type], "\(random), round \(round)")
        }
        #expect(known.types.values.allSatisfy { $0 != known.others }, "\(random), round \(round)")
      }
    }
  }

  @Test func `what is unknown is what nobody claims down to the floor`() {
    var random = SeededGenerator(seed: 92)
    for round in 0..<1_000 {
      var known = KnownFrom(others: Self.value(&random))
      for type in PlainDots.types where random.next() % 2 == 0 {
        known[type] = Self.value(&random)
      }
      let scope = RandomScope.make(&random)
      let unknown = known.unknown(above: 10, in: scope)
      for type in Self.universe {
        // What is known from the floor on is known: the floor itself is inside.
        #expect(
          unknown.contains(type) == (scope.contains(type) && known[type] > 10),
          "\(random), round \(round)")
      }
    }
  }

  @Test func `equal claims are equal values, however they came about`() {
    var one = KnownFrom(others: 10)
    one[PlainDots.types[0]] = 20
    one[PlainDots.types[0]] = 10
    #expect(one == KnownFrom(others: 10))
    #expect(KnownFrom(others: 10, types: [PlainDots.types[0]: 10]) == KnownFrom(others: 10))
    var raised = KnownFrom(others: 0, types: [PlainDots.types[0]: 5])
    raised.raise(to: 7)
    #expect(raised == KnownFrom(others: 7))
  }

  @Test func `a phone claims everything and a new watch nothing`() {
    #expect(KnownFrom.everything[PlainDots.types[0]] == -.infinity)
    #expect(KnownFrom.nothing[PlainDots.types[0]] == .infinity)
  }
}
