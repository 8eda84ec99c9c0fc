internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Aliases are found by the dots that hold their rows, whatever was added and removed before.
struct AliasesTests {
  private static let stream = VersionVector.Stream(
    incarnation: Incarnation(rawValue: 1), type: .stepCount)

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a host's aliases are all that have it`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var aliases = Aliases()
    var expected: [Dot: Dot] = [:]
    for _ in 0..<200 {
      let length = UInt64.random(in: 0...3, using: &generator) == 0 ? 40 : 1 as UInt64
      let first = UInt64.random(in: 1...400, using: &generator)
      let span = Aliases.Span(
        stream: VersionVector.Stream(
          incarnation: Incarnation(rawValue: .random(in: 5...7, using: &generator)),
          type: .stepCount),
        sequences: first...(first + length - 1), host: Self.stream,
        hostFirst: .random(in: 1...400, using: &generator))
      if Bool.random(using: &generator), span.pairs.allSatisfy({ expected[$0.alias] == nil }) {
        aliases.insert(span)
        for (alias, host) in span.pairs { expected[alias] = host }
      } else {
        var dots = VersionVector()
        dots.cover(span.sequences, in: span.stream)
        for part in aliases.among(dots) {
          _ = aliases.remove(part)
          for (alias, _) in part.pairs { expected[alias] = nil }
        }
      }
      var wanted = VersionVector()
      for _ in 0..<3 {
        let lower = UInt64.random(in: 0...450, using: &generator)
        wanted.cover(lower...(lower + .random(in: 0...60, using: &generator)), in: Self.stream)
      }
      var found: [Dot: Dot] = [:]
      for (alias, host) in aliases.hosted(by: wanted).flatMap(\.pairs) {
        #expect(found.updateValue(host, forKey: alias) == nil, "\(generator)")
      }
      #expect(found == expected.filter { wanted.covers($0.value) }, "\(generator)")
    }
  }
}
