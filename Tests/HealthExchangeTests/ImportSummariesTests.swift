internal import ArchiveCore
internal import CalendarEdges
internal import HealthExchange
internal import HealthModel
internal import StoreAccess
internal import TestSupport
internal import Testing

/// What an export says was reached on days.
@Suite struct ImportSummariesTests {
  private typealias Export = AppleExport

  private static func day(_ date: String, _ energy: String, _ further: String = "") -> String {
    "<ActivitySummary dateComponents='\(date)' activeEnergyBurned='\(energy)' "
      + "activeEnergyBurnedGoal='600' activeEnergyBurnedUnit='kcal' appleExerciseTime='42' "
      + "appleExerciseTimeGoal='20' appleStandHours='11' appleStandHoursGoal='10'\(further)/>"
  }

  private static let first = 8_400

  private func rings(_ export: AppleExport, _ count: Int = 2) async throws -> [ActivitySummary] {
    // 2024-01-01, by clocks that are an hour ahead.
    let edges = (0...count).map { Double(Self.first + $0) * 86_400 - 3_600 }
    return try await export.data.activitySummaries(from: Self.first, edges: edges)
  }

  @Test func `rings of an export are there where nothing was measured`() async throws {
    let export = try await Export()
    let elements = [
      Self.day("2024-01-01", "512.5"), Self.day("2024-01-02", "100"),
      // Of a day that comes twice the later one holds.
      Self.day("2024-01-02", "400"), Self.day("", "1"), Self.day("2024-13-01", "1"),
      Self.day("2024-01-03", "-1"),
      "<ActivitySummary dateComponents='2023-12-31' activeEnergyBurned='0' activeEnergyBurnedGoal='0'/>",
    ]
    let document = Export.document(elements.joined(separator: "\n"))
    let summary = try await export.take(document)
    #expect(summary.types[.activitySummary] == .init(read: 2, saved: 2, lost: 3))
    #expect(summary.losses.map(\.line).count == 3 && summary.lossCount == 3)
    var days = try await rings(export)
    #expect(days.map(\.move) == [512.5, 400] && days.map(\.exercise) == [42, 42])
    #expect(days.map(\.stand) == [11, 11])
    #expect(days[0].goal == ActivityGoal(move: 600, exercise: 20, stand: 10))
    // What was measured here counts, and so do goals that were set here.
    let energy = Export.record(
      "HKQuantityTypeIdentifierActiveEnergyBurned", "70", unit: "kcal",
      start: "2024-01-02 12:00:00 +0100", end: "2024-01-02 13:00:00 +0100")
    try await export.take(Export.document(energy))
    let goal = ActivityGoal(move: 300, exercise: 30, stand: 12)
    try await export.data.setCharacteristic(
      .activityGoals(try GoalHistory([.init(day: Self.first + 1, goal: goal)])))
    days = try await rings(export)
    #expect(days.map(\.move) == [512.5, 70] && days.map(\.exercise) == [42, 42])
    #expect(days.map(\.goal.move) == [600, 300])
    #expect(try await export.take(document).types[.activitySummary]?.known == 2)
    // Both are told beside each other.
    let zone = try TimeZoneRules.named("+01:00")
    var totals = try await ToldTotal.all(in: export.data, by: zone)
    #expect(totals.map(\.type) == [.activeEnergyBurned, .appleExerciseTime])
    #expect(totals.map(\.told) == [912.5, 84] && totals.map(\.stored) == [70, 0])
    #expect(totals.map(\.count) == [2, 2] && totals.map(\.differing) == [2, 2])
    let early = Export.record(
      "HKQuantityTypeIdentifierActiveEnergyBurned", "2144.3", unit: "kJ",
      start: "2024-01-01 00:00:00 +0100", end: "2024-01-01 00:30:00 +0100")
    try await export.take(Export.document(early))
    totals = try await ToldTotal.all(in: export.data, by: zone)
    #expect(totals.map(\.differing) == [1, 2])
    // Days at the ends of all time, far from the others; the last of all ends outside of it.
    for (day, isTaken) in [("0001-01-01", true), ("9999-12-30", true), ("9999-12-31", false)] {
      let counts = try await export.take(Export.document(Self.day(day, "5"))).types[
        .activitySummary]
      #expect(counts?.saved == (isTaken ? 1 : 0) && counts?.lost == (isTaken ? 0 : 1))
      totals = try await ToldTotal.all(in: export.data, by: zone)
      #expect(totals.map(\.stored).first ?? 0 > 582 && totals.map(\.count).min() ?? 0 >= 2)
    }
  }

  @Test func `a later export's take the place of an earlier one's, and none is brought back`()
    async throws
  {
    let export = try await Export()
    try await export.take(
      Export.document(Self.day("2024-01-01", "50") + Self.day("2024-01-02", "60")))
    let later = Export.document(Self.day("2024-01-01", "500") + Self.day("2024-01-02", "60"))
    let dry = try await export.take(later, .init(isDryRun: true))
    #expect(dry.types[.activitySummary] == .init(read: 2, saved: 1, known: 1))
    #expect(try await rings(export).map(\.move) == [50, 60])
    #expect(
      try await export.take(later).types[.activitySummary] == .init(read: 2, saved: 1, known: 1))
    #expect(try await rings(export).map(\.move) == [500, 60])
    #expect(try await export.samples(.activitySummary).count == 2)
    #expect(try await export.data.delete(.activitySummary, where: .constant(true)) == 2)
    #expect(try await export.take(later).types[.activitySummary] == .init(read: 2, deleted: 2))
    #expect(try await rings(export).map(\.move) == [0, 0])
  }

  @Test func `years of them come back from an export of ours`() async throws {
    let export = try await Export()
    let dates = (0..<2_500).map { number in
      let (month, day) = (number % 300 / 25 + 1, number % 25 + 1)
      return "\(2010 + number / 300)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
    let elements = dates.map { Self.day($0, "0.1", " appleMoveTime='3' appleMoveTimeGoal='30'") }
    try await export.take(Export.document(elements.joined(separator: "\n")))
    var text: [UInt8] = []
    let form = try AppleExportForm(at: 800_000_000, offset: 0, profile: []) { text += $0 }
    var exporter = Exporter(export.data, as: form, [.activitySummary: .constant(true)])
    try await exporter.run { _ in }
    let other = try await Export()
    let summary = try await other.take(String(decoding: text, as: UTF8.self))
    #expect(summary.total == .init(read: 2_500, saved: 2_500), "\(summary.losses)")
    func told(_ export: AppleExport) async throws -> [Sample.Value] {
      try await export.samples(.activitySummary).map(\.value)
    }
    #expect(try await told(other) == told(export))
  }
}
