internal import CalendarEdges
internal import SystemCore
internal import TestSupport
internal import Testing

struct ZoneFileTests {
  private static let berlin = "\(TimeZoneRules.usualFolder)/Europe/Berlin"

  private func readBerlin() throws -> [UInt8] {
    try FileSystem.readFile(Self.berlin, atMost: 65_536)
  }

  private func zone(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> TimeZoneRules {
    try folder.write(bytes, to: "Zone")
    return try TimeZoneRules.named("Zone", in: folder.path)
  }

  private func number(_ value: Int64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * Int64(count - 1 - $0))) }
  }

  /// One block with the transitions given, each to the type of its place, and offsets for types.
  private func block(
    _ version: Character, bytes: Int, _ times: [Int64], _ offsets: [Int64], leaps: Int64 = 0,
    places: [UInt8]? = nil
  ) -> [UInt8] {
    var block = Array("TZif".utf8) + [version == "1" ? 0 : version.asciiValue ?? 0]
    block += [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leaps, Int64(times.count), Int64(offsets.count), 4] {
      block += number(count, 4)
    }
    for time in times { block += number(time, bytes) }
    block += places ?? times.indices.map { UInt8($0 % offsets.count) }
    for offset in offsets { block += number(offset, 4) + [0, 0] }
    block += Array("ABC\0".utf8)
    return block + [UInt8](repeating: 0, count: Int(leaps) * (bytes + 4))
  }

  private func file(
    _ version: Character = "2", _ times: [Int64] = [], _ offsets: [Int64] = [3_600],
    places: [UInt8]? = nil, footer: String = "\n\n"
  ) -> [UInt8] {
    block(version, bytes: 4, [], [0])
      + block(version, bytes: 8, times, offsets, places: places) + Array(footer.utf8)
  }

  @Test func `all four versions are read`() throws {
    let folder = try TemporaryFolder()
    let first = try zone(block("1", bytes: 4, [978_307_200, 978_307_260], [60, -60]), in: folder)
    #expect([-1, 0, 59, 60, 1e9].map { first.offset(at: $0) } == [60, 60, 60, -60, -60])
    for version in ["2", "3", "4"] as [Character] {
      let later = try zone(file(version, [978_307_200], [60, -60], places: [1]), in: folder)
      #expect([-1e11, -1, 0, 1e11].map { later.offset(at: $0) } == [60, 60, -60, -60])
    }
    let ruled = try zone(file(footer: "\nABC-2\n"), in: folder)
    #expect(ruled.offset(at: 0) == 7_200)
  }

  @Test func `what no version allows is refused`() throws {
    let folder = try TemporaryFolder()
    let refused: [(String, [UInt8])] = [
      ("it is no zone file", Array("TZjf".utf8) + file().dropFirst(4)),
      ("its version is unknown", file("5")),
      ("it counts leap seconds", block("1", bytes: 4, [], [0], leaps: 2)),
      ("it has no type of local time", block("1", bytes: 4, [], [])),
      ("its transitions do not ascend", file("2", [5, 5])),
      ("its transitions do not ascend", file("2", [.min, 0])),
      ("a transition has no type of local time", file("2", [5], places: [1])),
      ("an offset is more than a day", file("2", [], [93_600])),
      ("an offset is more than a day", file("2", [], [-90_000])),
      ("its last line is not whole", file(footer: "\nABC-2")),
      ("its last line is not whole", file(footer: "")),
      ("its rule cannot be read", file(footer: "\nABC-2,\n")),
      ("it is cut off", []),
    ]
    for (reason, bytes) in refused {
      let error = #expect(throws: CalendarError.self) { _ = try zone(bytes, in: folder) }
      #expect(error?.code == .damagedZone)
      #expect(
        error?.description == "cannot use the time zone Zone: \(folder.path)/Zone: \(reason)")
    }
  }

  @Test func `a file that is cut off anywhere is refused`() throws {
    let folder = try TemporaryFolder()
    let bytes = try readBerlin()
    #expect(try zone(bytes, in: folder).offset(at: 0) == 3_600)
    for count in 0..<bytes.count {
      #expect(throws: CalendarError.self, "\(count) bytes") {
        _ = try zone(Array(bytes.prefix(count)), in: folder)
      }
    }
  }

  @Test func `a file with other bytes is refused, or is some zone`() throws {
    let folder = try TemporaryFolder()
    let bytes = try readBerlin()
    var refused = 0
    for seed in 0..<3_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var damaged = bytes
      // The heads and the rule are a small part of the file, and most of what can be wrong.
      let places = seed.isMultiple(of: 2) ? damaged.count - 40..<damaged.count : 0..<damaged.count
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: places, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      do {
        let zone = try zone(damaged, in: folder)
        for instant in [-1e12, -1e10, 0, 8e8, 9e9, 1e12] {
          let offset = zone.offset(at: instant)
          #expect((-89_999...93_599).contains(offset), "seed \(seed)")
          #expect(abs(zone.instant(of: zone.localTime(at: instant)) - instant) < 2e5)
        }
      } catch let error as CalendarError {
        #expect(error.code == .damagedZone, "seed \(seed): \(error)")
        refused += 1
      }
    }
    #expect((500..<2_900).contains(refused))
  }

  private static let rules: [(rule: String, date: Double, offset: Int)] = [
    ("CET-1CEST,M3.5.0,M10.5.0/3", Clock.instant(2026, 3, 29, 0, 59), 3_600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", Clock.instant(2026, 3, 29, 1, 0), 7_200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", Clock.instant(2026, 10, 25, 0, 59), 7_200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", Clock.instant(2026, 10, 25, 1, 0), 3_600),
    ("<+0330>-3:30", 0, 12_600), ("<-01>1", 0, -3_600), ("LMT-0:53:28", 0, 3_208),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", Clock.instant(2026, 7, 1), 3_600),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", Clock.instant(2026, 1, 1), 0),
    ("EST5EDT,0/0,J365/25", Clock.instant(2026, 1, 1, 4, 30), -14_400),
    ("EST5EDT,0/0,J365/25", Clock.instant(2026, 7, 1), -14_400),
    ("AAA0BBB,J60/0,J61/0", Clock.instant(2024, 2, 29, 12), 0),
    ("AAA0BBB,J60/0,J61/0", Clock.instant(2024, 3, 1, 12), 3_600),
    ("AAA0BBB,59/0,60/0", Clock.instant(2024, 2, 29, 12), 3_600),
    ("AAA0BBB,59/0,60/0", Clock.instant(2023, 3, 1, 12), 3_600),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", Clock.instant(2026, 3, 29, 1, 0), -3_600),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", Clock.instant(2026, 3, 29, 0, 59), -7_200),
  ]

  @Test(arguments: rules.indices)
  func `rules say when clocks change each year`(index: Int) throws {
    let (rule, date, offset) = Self.rules[index]
    let folder = try TemporaryFolder()
    let zone = try TimeZoneRules.machine(variable: rule, in: folder.path)
    #expect(zone.offset(at: date) == offset)
    #expect(zone.name == rule)
    let file = try self.zone(file(footer: "\n\(rule)\n"), in: folder)
    #expect(file.offset(at: date) == offset)
  }

  @Test(arguments: [
    "C-1", "CET", "CET-1CEST", "CET-25", "CET-1CEST,M3.5.0", "CET-1CEST,M13.1.0,M10.5.0",
    "CET-1CEST,M0.1.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
    "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1CEST,J0,J365", "CET-1CEST,J1,366", "CET-1:60",
    "CET-1CEST,M3.5.0,M10.5.0/3x", "<CET-1", "CET--1", "CET-0000001", "CET-1CEST2", "-1",
  ])
  func `other rules are refused`(rule: String) throws {
    let folder = try TemporaryFolder()
    #expect(throws: CalendarError.self) {
      _ = try TimeZoneRules.machine(variable: rule, in: folder.path)
    }
  }
}
