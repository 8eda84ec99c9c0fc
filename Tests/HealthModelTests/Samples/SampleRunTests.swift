internal import HealthModel
internal import TestSupport
internal import Testing

@Suite struct SampleRunTests {
  private static func run(_ rows: Int, first: Int64, isNumbered: Bool) throws -> SampleRun {
    var generator = SeededGenerator(seed: UInt64(first))
    var uuids = UUIDSequence(using: &generator)
    var run = try #require(
      SampleRun(
        type: .stepCount, uuids: uuids.take(rows, for: .stepCount),
        starts: (0..<rows).map(Double.init),
        ends: (0..<rows).map(Double.init),
        payload: .quantity(
          values: (0..<rows).map(Double.init),
          units: DictionaryColumn(repeating: .count, count: rows)),
        sources: DictionaryColumn(repeating: .unsaid, count: rows),
        devices: DictionaryColumn(repeating: nil, count: rows)))
    if isNumbered {
      var dots = DotColumn()
      dots.append(
        DotColumn.Span(incarnation: Incarnation(rawValue: 2), first: UInt64(first), count: rows))
      run.number(dots: dots, positions: CounterColumn(from: first, count: rows))
    }
    return run
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `dots and positions stay where both parts have them`(
    one: Bool, other: Bool
  ) throws {
    var joined = try Self.run(3, first: 10, isNumbered: one)
    joined.append(try Self.run(2, first: 1, isNumbered: other), rows: 0..<2)
    #expect(joined.dots.count == (one && other ? 5 : 0))
    #expect(joined.positions.count == (one && other ? 5 : 0))
    // All columns fit each other.
    let picked = joined.picking([4, 0, 3])
    #expect(picked.starts == [1, 0, 0])
    #expect(picked.positions.all() == (one && other ? [2, 10, 1] : []))
  }
}
