internal import ConformanceKit
internal import ConformanceWire
internal import Testing

struct LiveDotsTests {
  @Test func `live dots are read as they were told`() throws {
    let dots: [UInt64: Intervals] = [
      3: Intervals([0...4, 6...6]), 1: Intervals([5...UInt64.max]), 9: Intervals([7...7]),
    ]
    let told = Message("LiveDots", LiveDots.value(dots))
    #expect(told["incarnations"] == [1, 3, 9])
    let read = try Message("LiveDots", decoding: told.encoded())
    #expect(try LiveDots.intervals(read.value) == dots)
    #expect(try LiveDots.intervals([:]).isEmpty)
    var broken = told.value
    broken["incarnations"] = [1, 9, 3]
    #expect(throws: ModelError.self) { _ = try LiveDots.intervals(broken) }
  }

  @Test func `known-from, scopes and accesses are read as they were told`() throws {
    let known = KnownFrom(others: .infinity, ["A": 5, "B": -.infinity])
    #expect(try KnownFrom(known.value) == known)
    #expect(KnownFrom()["A"] == .infinity)
    #expect(throws: ModelError.self) {
      _ = try KnownFrom(["types": ["A"], "types_from": [.double(.nan)]])
    }
    let scope = TypeScope(isExclusion: true, ["A"])
    #expect(try TypeScope(scope.value) == scope)
    #expect(!scope.contains("A") && scope.contains("B"))
    let rows: [Accesses.Row] = [
      .init("a", "T"), .init("a", "U", read: 1), .init("b", "T", share: 0),
    ]
    #expect(try Accesses.rows(Accesses.value(rows)) == rows)
    #expect(throws: ModelError.self) { _ = try Accesses.rows(Accesses.value(rows + rows)) }
  }

  // The settings of HealthCodecTests: all types but U, two apps with T.
  @Test func `real settings and a real hello are read`() throws {
    let settings = try Message("SyncMessage", decoding: RealMessages.settings.bytes)["settings"]
    #expect(try TypeScope(settings["scope"]) == TypeScope(isExclusion: true, ["U"]))
    #expect(
      try Accesses.rows(settings["accesses"])
        == [.init("a", "T", share: 2, read: 1), .init("b", "T", share: 0, read: 2)])
    let hello = try Message("SyncMessage", decoding: RealMessages.hello.bytes)["hello"]
    #expect(hello["role"] == 2 && hello["view"] == 0x55 && hello["ordinal"] == 41)
    #expect(try KnownFrom(hello["known"]) == KnownFrom(others: .infinity, ["T": 800_000_000]))
    #expect(try Vector(news: hello["vector"])[Stream(0x11, "T")].ranges == [1...5])
    #expect(hello["cursor"] == Message.place(3, 0x11))
  }
}
