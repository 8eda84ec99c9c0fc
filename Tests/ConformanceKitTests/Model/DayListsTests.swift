internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

struct DayListsTests {
  @Test func `lists are read as they were told`() throws {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<200 {
      var lists = DayLists([:])
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let day = Int64.random(in: -3...3, using: &random)
        var vector = lists.days[day] ?? Vector()
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          vector.insert(
            Dot(
              UInt64.random(in: 1...2, using: &random),
              ["A", "B"][Int.random(in: 0...1, using: &random)],
              UInt64.random(in: 0...20, using: &random)))
        }
        lists.days[day] = vector
      }
      if Bool.random(using: &random) { lists.selection = lists.days.keys.sorted() + [9] }
      let told = Message("DayLists", lists.value)
      let read = try Message("DayLists", decoding: told.encoded())
      #expect(try DayLists(read.value) == lists)
    }
  }

  @Test func `real lists are read`() throws {
    let message = try Message("SyncMessage", decoding: RealMessages.lists.bytes)
    let part = message["reconcile"]
    let stream = Stream(0x11, "T")
    let lists = try DayLists(part["lists"])
    #expect(lists.days.keys.sorted() == [11, 12, 14])
    #expect(lists.days[11]?[stream].ranges == [1...5, 9...9])
    #expect(lists.days[12]?[stream].ranges == [10...20])
    #expect(lists.days[14] == Vector())
    #expect(lists.selection == [11, 12, 13])
    #expect(part["claim"]["vector"]["digest"] == 77)
    #expect(try KnownFrom(part["claim"]["known"]) == .everything)
    #expect(try TypeScope(part["claim"]["scope"]) == .all)
    let missing = try Message("SyncMessage", decoding: RealMessages.missing.bytes)["reconcile"]
    let dots = try DayLists(missing["missing"])
    #expect(dots.days.mapValues { $0[stream].ranges } == [11: [1...2], 13: [30...30]])
    #expect(try Weight.part(missing) == 64 + 8 * 4)
  }

  @Test func `real roots are read`() throws {
    let spans = try Message("SyncMessage", decoding: RealMessages.spans.bytes)["reconcile"]
    let read = try Days.spans(spans["spans"])
    #expect(read.map(\.days) == [10...19, 20...29])
    #expect(read.map(\.root) == [Root(count: 3, high: 1, low: 7), Root()])
    #expect(try Weight.part(spans) == 64 + 32 * 2)
    let days = try Message("SyncMessage", decoding: RealMessages.days.bytes)["reconcile"]
    let (roots, ranges) = try Days.roots(days["days"])
    #expect(ranges == [10...19, 30...30])
    #expect(
      roots == [
        11: Root(count: 2, high: 0, low: 5), 12: Root(count: 1, high: .max, low: .max),
      ])
    #expect(try Weight.part(days) == 64 + 24 * 2)
    let again = try Days.roots(Days.roots(roots, in: ranges))
    #expect(again.roots == roots)
  }

  @Test func `a day begins at its first instant`() {
    #expect(Day.number(of: 0) == 11_323)
    #expect(Day.number(of: (0.0).nextDown) == 11_322)
    #expect(Day.number(of: -86_400) == 11_322)
    #expect(Day.number(of: (800_064_000.0).nextDown) == Day.number(of: 800_064_000) - 1)
    #expect(Day.number(of: Column.years.lowerBound) == Day.all.lowerBound)
    #expect(Day.number(of: Column.years.upperBound.nextDown) == Day.all.upperBound)
    #expect(Day.start(of: 11_323) == 0)
  }

  @Test func `broken lists never trap`() {
    var random = SeededGenerator(seed: 15)
    let real = [
      RealMessages.batch, RealMessages.log, RealMessages.lists, RealMessages.days,
      RealMessages.spans, RealMessages.hello, RealMessages.settings,
    ]
    var refused = 0
    for round in 0..<5000 {
      var bytes = real[round % real.count].bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      do {
        let message = try Message("SyncMessage", decoding: bytes)
        _ = try Weight.message(message)
        var model = NodeModel(.watch, view: 0x55)
        try model.apply(batch: message["batch"])
        let part = message["reconcile"]
        if part["days"].isPresent { _ = try Days.roots(part["days"]) }
        if part["spans"].isPresent { _ = try Days.spans(part["spans"]) }
        if part["lists"].isPresent { _ = try DayLists(part["lists"]) }
        _ = try Accesses.rows(message["settings"]["accesses"])
        _ = try KnownFrom(message["hello"]["known"])
        _ = try Vector(news: message["hello"]["vector"])
      } catch {
        refused += 1
      }
    }
    #expect(refused > 1000)
  }
}
