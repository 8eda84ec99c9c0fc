internal import HealthModel
internal import PostgresCore
internal import TestSupport
internal import Testing

@Suite struct CopyRowTests {
  @Test func `cells come back as they were written`() throws {
    var rows = CopyRows()
    rows.begin(6)
    rows.add(Int32(-7))
    rows.add(-0.5)
    rows.addNull()
    rows.add(moment: .max)
    rows.add("a\u{1F600}")
    rows.add([0, 255])
    var row = try #require(CopyRow(rows.bytes))
    #expect(row.number() == -7)
    #expect(row.double() == -0.5)
    #expect(row.cell() == nil)
    #expect(row.number() == .max)
    #expect(row.text() == "a\u{1F600}")
    #expect(row.cell() == [0, 255])
    #expect(CopyRow([0xFF, 0xFF]) == nil)
  }

  @Test func `instants of whole microseconds are exact, and others are known by that`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<100_000 {
      let instant =
        Double(
          Int64.random(in: -4_000_000_000_000_000...4_000_000_000_000_000, using: &generator))
        / 1e6
      #expect(CopyRows.instant(of: CopyRows.moment(of: instant)) == instant)
    }
    #expect(CopyRows.instant(of: CopyRows.moment(of: 1e-7)) != 1e-7)
  }

  @Test func `no bytes are a trap`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<60, using: &generator)
      let bytes = (0..<count).map { _ -> UInt8 in
        Bool.random(using: &generator) ? 0 : UInt8.random(in: 0...255, using: &generator)
      }
      guard var row = CopyRow(bytes) else { continue }
      for _ in 0..<3 {
        let moment = row.number() ?? .min
        #expect(CopyRows.instant(of: moment).isFinite)
        _ = (row.double(), row.text(), row.cell())
      }
    }
  }
}
