internal import Testing
internal import TextFormats

struct CivilDateTests {
  private static let known: [(CivilDate, Int, Int)] = [
    (CivilDate(2001, 1, 1), 0, 0), (CivilDate(2000, 2, 29), -307, 1),
    (CivilDate(1970, 1, 1), -11_323, 3), (CivilDate(1, 1, 1), -730_485, 0),
    (CivilDate(9999, 12, 31), 2_921_573, 4), (CivilDate(1900, 3, 1), -36_831, 3),
    (CivilDate(0, 3, 1), -730_791, 2), (CivilDate(-1, 12, 31), -730_852, 4),
  ]

  @Test(arguments: known.indices)
  func `days have numbers`(index: Int) {
    let (date, number, weekday) = Self.known[index]
    #expect(date.dayNumber == number)
    #expect(CivilDate(dayNumber: number) == date)
    #expect(date.daysSinceMonday == weekday)
  }

  @Test func `each day has the number after the one before`() {
    var date = CivilDate(dayNumber: -800_001)
    for number in -800_000..<800_000 {
      let next = CivilDate(dayNumber: number)
      let isNextDay = next.year == date.year && next.month == date.month && next.day == date.day + 1
      guard next.dayNumber == number, isNextDay || next.day == 1 else {
        Issue.record("\(next) follows \(date)")
        return
      }
      date = next
    }
  }

  @Test func `a month without the day ends earlier`() {
    #expect(CivilDate(2026, 1, 31).adding(months: 1) == CivilDate(2026, 2, 28))
    #expect(CivilDate(2024, 3, 31).adding(months: -1) == CivilDate(2024, 2, 29))
    #expect(CivilDate(2026, 1, 31).adding(months: -2) == CivilDate(2025, 11, 30))
    #expect(CivilDate(2024, 2, 29).adding(months: -12 * 124) == CivilDate(1900, 2, 28))
    #expect(CivilDate(2026, 5, 15).adding(months: 0) == CivilDate(2026, 5, 15))
  }
}
