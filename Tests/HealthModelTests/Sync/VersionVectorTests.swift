internal import HealthModel
internal import TestSupport
internal import Testing

/// Vectors against plain sets of dots.
struct VersionVectorTests {
  static let rounds = 600

  @Test func `a vector is a set of dots`() {
    var random = SeededGenerator(seed: 71)
    for round in 0..<Self.rounds {
      let one = PlainDots(&random)
      let two = PlainDots(&random)
      let comment: Comment = "\(random), round \(round)"
      var union = one.vector
      union.formUnion(two.vector)
      let pairs = [
        (one.vector, one.dots), (union, one.dots.union(two.dots)),
        (one.vector.subtracting(two.vector), one.dots.subtracting(two.dots)),
        (one.vector.intersection(two.vector), one.dots.intersection(two.dots)),
      ]
      for (vector, dots) in pairs {
        #expect(Set(vector.dots) == dots, comment)
        #expect(vector.dots.count == dots.count, comment)
        #expect(vector.count == UInt64(dots.count), comment)
        #expect(vector.isEmpty == dots.isEmpty, comment)
        #expect(vector.isCanonical, comment)
      }
      #expect(
        one.vector.isSuperset(of: two.vector) == one.dots.isSuperset(of: two.dots), comment)
      #expect((one.vector == two.vector) == (one.dots == two.dots), comment)
    }
  }

  @Test func `a vector put together dot by dot is the same`() {
    var random = SeededGenerator(seed: 72)
    for round in 0..<Self.rounds {
      let one = PlainDots(&random)
      var other = VersionVector()
      for dot in one.dots.shuffled(using: &random) { other.insert(dot) }
      #expect(other == one.vector, "\(random), round \(round)")
      #expect(one.dots.allSatisfy { one.vector.covers($0) }, "\(random), round \(round)")
    }
  }

  @Test func `its dots and streams come in the order that all nodes share`() {
    var random = SeededGenerator(seed: 73)
    for round in 0..<Self.rounds {
      let one = PlainDots(&random)
      #expect(one.vector.dots == one.dots.sorted(), "\(random), round \(round)")
      let streams = one.vector.sortedStreams
      #expect(streams.count == one.vector.streams.count, "\(random), round \(round)")
      let firsts = streams.compactMap { stream, intervals in
        intervals.min.map {
          Dot(incarnation: stream.incarnation, type: stream.type, sequence: $0)
        }
      }
      #expect(firsts == firsts.sorted(), "\(random), round \(round)")
    }
  }

  @Test func `what is restricted has the dots of the scope`() {
    var random = SeededGenerator(seed: 74)
    for round in 0..<Self.rounds {
      let one = PlainDots(&random)
      let scope = RandomScope.make(&random)
      #expect(
        Set(one.vector.restricted(to: scope).dots) == one.dots.filter { scope.contains($0.type) },
        "\(random), round \(round)")
      let type = PlainDots.types[Int(random.next() % 3)]
      #expect(
        Set(one.vector.restricted(to: .only([type])).dots) == one.dots.filter { $0.type == type },
        "\(random), round \(round)")
    }
  }

  @Test func `the dots of a column are those of its rows`() {
    var column = DotColumn()
    column.append(DotColumn.Span(incarnation: PlainDots.incarnations[0], first: 5, count: 3))
    column.append(DotColumn.Span(incarnation: PlainDots.incarnations[1], first: 9, count: 1))
    column.append(DotColumn.Span(incarnation: PlainDots.incarnations[0], first: 1, count: 2))
    let type = ObjectType("A")
    let expected = (0..<column.count).map { row in
      Dot(incarnation: column[row].incarnation, type: type, sequence: column[row].sequence)
    }
    #expect(Set(VersionVector(column, of: type).dots) == Set(expected))
    #expect(VersionVector(column, of: type).intervalCount == 3)
  }

  @Test func `more dots than 64 bits count are as many as they count`() {
    var vector = VersionVector()
    vector.cover(
      0 ... .max, in: .init(incarnation: PlainDots.incarnations[0], type: ObjectType("A")))
    vector.cover(0...1, in: .init(incarnation: PlainDots.incarnations[1], type: ObjectType("A")))
    #expect(vector.count == .max)
  }
}
