internal import HealthModel
internal import TestSupport
internal import Testing

struct DayListTests {
  /// Days all over the years that are permitted.
  static let days: [Int64] = [-719_162, -1, 0, 1, 11_322, 11_323, 20_000, 2_932_896]

  @Test(arguments: days)
  func `a day begins at its first instant and ends before the next day's`(day: Int64) {
    let start = DayList.start(of: day)
    #expect(DayList.day(of: start) == day)
    #expect(DayList.day(of: start.nextDown) == day - 1)
    #expect(DayList.day(of: start.nextUp) == day)
    let next = DayList.start(of: day + 1)
    #expect(DayList.day(of: next.nextDown) == day)
    #expect(next - start == Instant.secondsPerDay)
  }

  @Test func `the first day of the reference date is day 11323`() {
    #expect(DayList.day(of: 0) == 11_323)
    #expect(DayList.day(of: -0.0) == 11_323)
    // The sum with the seconds since 1970 is rounded up to the edge.
    #expect(DayList.day(of: -1e-300) == 11_322)
    #expect(DayList.day(of: -.leastNonzeroMagnitude) == 11_322)
  }

  @Test func `the permitted instants have days`() {
    #expect(DayList.day(of: Instant.permitted.lowerBound) == -719_162)
    #expect(DayList.day(of: Instant.permitted.upperBound.nextDown) == 2_932_896)
    #expect(!Instant.permitted.contains(Instant.permitted.upperBound))
    #expect(DayList.permittedDays == -719_162...2_932_896)
  }

  @Test func `an instant lies between the starts of its day and the next`() {
    var random = SeededGenerator(seed: 95)
    for round in 0..<5_000 {
      let seconds = Double.random(in: Instant.permitted, using: &random)
      let day = DayList.day(of: seconds)
      #expect(DayList.start(of: day) <= seconds, "\(random), round \(round)")
      #expect(DayList.start(of: day + 1) > seconds, "\(random), round \(round)")
    }
  }
}
