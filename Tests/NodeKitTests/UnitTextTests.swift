internal import NodeKit
internal import Testing

@Suite struct `Durations and sizes as text` {
  @Test(arguments: [
    ("0s", Duration.zero), ("500ms", .milliseconds(500)), ("30s", .seconds(30)),
    ("90s", .seconds(90)), ("5m", .seconds(300)), ("2h", .seconds(7200)),
    ("1d", .seconds(86_400)), ("1500ms", .milliseconds(1500)),
  ])
  func `a duration is read and written the same`(text: String, duration: Duration) {
    #expect(DurationText.duration(text) == duration)
    let again = DurationText.duration(DurationText.text(duration))
    #expect(again == duration)
  }

  @Test func `a duration is written in the largest unit that is exact`() {
    #expect(DurationText.text(.seconds(7200)) == "2h")
    #expect(DurationText.text(.seconds(7260)) == "121m")
    #expect(DurationText.text(.milliseconds(61_001)) == "61001ms")
  }

  @Test(arguments: [
    "", "30", "s", "-1s", "+1s", "1 s", "1S", "1.5s", "1w", "99999999999999s", "١s",
  ])
  func `what is no duration gives nothing`(text: String) {
    #expect(DurationText.duration(text) == nil)
  }

  @Test(arguments: [
    ("1B", 1), ("64KiB", 65_536), ("4MiB", 4 << 20), ("2GiB", 2 << 30), ("1025B", 1025),
  ])
  func `a size is read and written the same`(text: String, bytes: Int) {
    #expect(SizeText.size(text) == bytes)
    #expect(SizeText.text(bytes) == text)
  }

  @Test(arguments: ["", "4", "4M", "4MB", "-1B", " 1B", "999999999999GiB", "1e3B"])
  func `what is no size gives nothing`(text: String) {
    #expect(SizeText.size(text) == nil)
  }
}
