internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

struct ColumnTests {
  @Test func `every form of whole numbers tells the same rows`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let rows = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Int.random(in: 0..<4, using: &random) == 0
          ? Int64(bitPattern: random.next()) : Int64.random(in: -2...2, using: &random)
      }
      for form in Column.IntForm.all {
        let column = Message("IntColumn", Column.ints(rows, form))
        let read = try Message("IntColumn", decoding: column.encoded())
        #expect(try Column.ints(read.value, most: rows.count) == rows)
      }
    }
  }

  @Test func `whole numbers are as the text counts them`() throws {
    // bias 10, values 1 2 2: 11 12 12, and 11 23 35, from start 100 111 123 135.
    let plain: Value = ["bias": 10, "values": [1, 2], "counts": [1, 2]]
    #expect(try Column.ints(plain, most: 3) == [11, 12, 12])
    var delta = plain
    delta["transform"] = 1
    delta["start"] = 100
    #expect(try Column.ints(delta, most: 3) == [111, 123, 135])
    delta["transform"] = 2
    // d: 11, 13, 15.
    #expect(try Column.ints(delta, most: 3) == [111, 124, 139])
    #expect(
      try Column.ints(["bias": 1, "values": [0x7FFF_FFFF_FFFF_FFFF]], most: 1) == [Int64.min])
  }

  @Test(
    arguments: [
      ["transform": 3, "values": [1]], ["values": [1, 2], "counts": [1]],
      ["values": [1], "counts": [0]], ["values": [1], "counts": [4_294_967_295]],
      ["values": [1, 2, 3, 4, 5]],
    ] as [Value])
  func `what is no column of whole numbers is refused`(column: Value) {
    #expect(throws: ModelError.self) { _ = try Column.ints(column, most: 4) }
  }

  @Test func `every form of doubles tells the same rows`() throws {
    let rows = [60, 61.5, 62.25, -3, 0]
    let forms: [Column.DoubleForm] =
      [.raw, .bits(shift: 0, .plain), .bits(shift: 40, .plain)]
      + Column.IntForm.all.map { .scaled(decimals: 2, $0) }
      + Column.IntForm.all.map { .bits(shift: 45, $0) }
    for form in forms {
      let column = try #require(Column.doubles(rows, form))
      #expect(try Column.doubles(["c": column], "c", rows: rows.count) == rows)
    }
    #expect(Column.doubles([0.1], .bits(shift: 2, .plain)) == nil)
    #expect(Column.doubles([-0.0], .scaled(decimals: 0, .plain)) == nil)
    let odd = [Double.nan, -0.0, .infinity, .leastNonzeroMagnitude]
    let column = try #require(Column.doubles(odd, .bits(shift: 0, .plain)))
    let read = try Column.doubles(["c": column], "c", rows: 4)
    #expect(read.map(\.bitPattern) == odd.map(\.bitPattern))
  }

  @Test(
    arguments: [
      [:], ["raw": [1.0, 2.0]], ["raw": [1.0], "bits": ["values": [1]]],
      ["decimals": 10, "scaled": ["values": [1]]],
      ["scaled": ["values": [9_007_199_254_740_993]]], ["shift": 64, "bits": ["values": [1]]],
      ["shift": 1, "bits": ["values": [-1]]],
    ] as [Value])
  func `what is no column of one double is refused`(column: Value) {
    #expect(throws: ModelError.self) { _ = try Column.doubles(["c": column], "c", rows: 1) }
  }

  @Test func `every form of instants tells the same rows`() throws {
    let starts = [0, 5, 10.5, 800_000_000.25]
    let ends = [1, 6, 10.5, 800_000_001.5]
    for perSecond in [1000, 1_000_000, 8_388_608] as [Int64] {
      for form in Column.IntForm.all {
        let holder: Value = [
          "starts": try #require(Column.times(starts, .ticks(perSecond: perSecond, form))),
          "ends": try #require(
            Column.times(ends, .ticks(perSecond: perSecond, form), from: starts)),
        ]
        #expect(try Column.times(holder, "starts", rows: 4) == starts)
        #expect(try Column.times(holder, "ends", rows: 4, from: "starts") == ends)
      }
    }
    let holder: Value = ["t": Column.times(starts)]
    #expect(try Column.times(holder, "t", rows: 4) == starts)
    #expect(Column.times([0.5], .ticks(perSecond: 1, .plain)) == nil)
  }

  @Test(
    arguments: [
      ["ticks_per_second": 2, "ticks": ["values": [1]]], ["ticks": ["values": [1]]],
      ["ticks_per_second": 1, "seconds": ["raw": [1.0]]], [:],
      ["seconds": ["raw": [252_423_993_600.0]]], ["seconds": ["raw": [-63_113_904_001.0]]],
      ["seconds": ["raw": [.double(.nan)]]],
    ] as [Value])
  func `what is no column of one instant is refused`(column: Value) {
    #expect(throws: ModelError.self) { _ = try Column.times(["c": column], "c", rows: 1) }
  }

  @Test func `UUIDs are told by bases and as they are`() throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<200 {
      let bases = [random.next(), random.next()]
      var uuids: [UUID] = []
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        uuids.append(
          Bool.random(using: &random)
            ? UUID(high: random.next(), low: random.next())
            : UUID(
              base: bases[Int.random(in: 0...1, using: &random)],
              counter: UInt64.random(in: 0...3, using: &random)))
      }
      for isRaw in [true, false] {
        let column = Column.uuids(uuids, isRaw: isRaw)
        #expect(try Column.uuids(["c": column], "c", rows: uuids.count) == uuids)
      }
    }
  }

  @Test func `a base has the bits that the text says`() {
    let uuid = UUID(base: 0x1234_5678_9ABC_DEF7, counter: 5)
    #expect(
      uuid.bytes == [
        0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0x8D, 0xEF, 0x9C, 0, 0, 0, 0, 0, 0, 5,
      ])
    #expect(uuid.counted?.base == 0x1234_5678_9ABC_DEF7)
    #expect(uuid.counted?.counter == 5)
    #expect(UUID(high: 0, low: 0).counted == nil)
  }

  @Test func `dots and counters are told in spans`() throws {
    let rows: [(incarnation: UInt64, number: UInt64)] = [
      (7, 10), (7, 11), (9, 10), (7, 12), (7, 3),
    ]
    let column = Column.dots(rows)
    #expect(column["counts"]["values"] == [2, 1, 1, 1])
    let read = try Column.dots(["c": column], "c", type: "T", rows: 5)
    #expect(read == rows.map { Dot($0.incarnation, "T", $0.number) })
    let twice = Column.dots([(7, 1), (9, 1), (7, 1)])
    #expect(throws: ModelError.self) { _ = try Column.dots(["c": twice], "c", type: "T", rows: 3) }
    let last = Column.dots([(7, .max)])
    #expect(throws: ModelError.self) { _ = try Column.dots(["c": last], "c", type: "T", rows: 1) }
    let counters: [Int64] = [3, 4, 5, 9, 0]
    #expect(try Column.counters(["c": Column.counters(counters)], "c", rows: 5) == counters)
  }
}
