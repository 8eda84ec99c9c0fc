internal import CalendarEdges
internal import Testing

struct CalendarIntervalTests {
  @Test func `units have names that people type`() {
    #expect(CalendarInterval.Unit(rawValue: "day") == .day)
    #expect(CalendarInterval.Unit(rawValue: "fortnight") == nil)
  }
}
