internal import CommandLineCore
internal import TestSupport
internal import Testing

/// `dyad chart` as people use it.
struct ChartProcessTests {
  @Test func `nights are bands of stages, and steps are bars`() throws {
    let dyad = try Dyad()
    func sleep(_ stage: String, _ start: String, _ end: String) -> String {
      "{\"type\":\"sleepAnalysis\",\"value\":\"\(stage)\",\"start\":\"\(start)\",\"end\":\"\(end)\"}\n"
    }
    _ = try dyad.run(
      "save",
      input: sleep("inBed", "2026-11-20T22:00:00Z", "2026-11-21T06:00:00Z")
        + sleep("asleepCore", "2026-11-20T23:00:00Z", "2026-11-21T02:00:00Z")
        + sleep("asleepDeep", "2026-11-21T02:00:00Z", "2026-11-21T03:30:00Z")
        + sleep("awake", "2026-11-21T05:30:00Z", "2026-11-21T06:00:00Z")
        + "{\"type\":\"stepCount\",\"value\":812,\"unit\":\"count\",\"start\":\"2026-11-20T08:00:00Z\"}\n"
    )
    let days = ["--from", "2026-11-20", "--to", "2026-11-22", "--tz", "UTC"]
    let nights = try dyad.run(["chart", "sleepAnalysis"] + days)
    try #require(nights.lines.count == 5, "\(nights.output) \(nights.errors)")
    #expect(nights.lines[1].split(separator: " ") == ["18:00", "0:00", "6:00", "12:00"])
    #expect(nights.lines[2] == "Fri 2026-11-20")
    let band = nights.lines[3].dropFirst(16)
    #expect(nights.lines[3].hasPrefix("Sat 2026-11-21  "))
    // Two hours in bed from 22:00 on, asleep from 23:00 to 3:30, awake at 5:30.
    let expected = [(8, 2), (10, 6), (16, 3), (23, 1)]
    let glyphs = expected.map { at, count in Set(band.dropFirst(at).prefix(count)) }
    #expect(glyphs.allSatisfy { $0.count == 1 } && Set(glyphs).count == 4, "\(band)")
    #expect(band.count == 24 && band.prefix(8).allSatisfy { $0 == " " })
    #expect(nights.lines[4].contains("inBed") && nights.lines[4].contains("asleepDeep"))
    let bars = try dyad.run(["chart", "stepCount"] + days)
    #expect(bars.output.contains("812") && bars.output.contains("stepCount, count, per day"))
  }

  @Test func `mistakes are told with what to do`() throws {
    let dyad = try Dyad()
    _ = try dyad.run("save", input: Dyad.heartRate(1))
    for (words, hint) in [
      (["chart", "sleepAnalysis", "--per", "hour"], "drawn by the day"),
      (["chart", "sleepAnalysis", "--json"], "'dyad stats --json'"),
      (["chart", "sleepAnalysis", "--from", "2001-01-01"], "Choose a later --from"),
      (["chart", "sleepanalsis"], "Did you mean sleepAnalysis?"),
    ] {
      let ending = try dyad.run(words)
      #expect(
        ending.exitCode == ExitCode.usage.rawValue && ending.errors.contains(hint),
        "\(words) \(ending.errors)")
    }
    let none = try dyad.run("chart", "sleepAnalysis")
    #expect(none.exitCode == 0 && none.errors.contains("there are no samples of sleepAnalysis"))
  }
}
