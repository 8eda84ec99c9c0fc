internal import OSLog
internal import Testing

@Suite struct OSLogTests {
  @Test func `OSLog is another name of os`() {
    let log = OSLog(subsystem: "org.example", category: .pointsOfInterest)
    #expect(log.isEnabled(type: .error) && !OSLog.disabled.isEnabled(type: .fault))
    Logger(log).trace("nothing is less than this")
    #expect(
      [OSLogType.default, .info, .debug, .error, .fault].map(\.rawValue) == [0, 1, 2, 16, 17])
  }
}
