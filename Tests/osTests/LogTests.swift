internal import Foundation
internal import Testing

@testable internal import os  // What is written goes to standard error.

@Suite struct LogTests {
  private func text(_ message: OSLogMessage, showsPrivate: Bool = false) -> String {
    message.text(showsPrivate: showsPrivate)
  }

  @Test func `numbers are public, and anything else is private unless it says so`() {
    let name = "name"
    #expect(text("a \(5) b \(1.5, format: .fixed(precision: 2)) \(true)") == "a 5 b 1.50 true")
    #expect(text("hello \(name)") == "hello <private>")
    #expect(text("hello \(name, privacy: .public)") == "hello name")
    #expect(text("hello \(name)", showsPrivate: true) == "hello name")
    #expect(text("\(7, privacy: .private)") == "<private>")
    #expect(text("\(name, privacy: .sensitive)", showsPrivate: true) == "<private>")
    let masked = text("\(name, privacy: .private(mask: .hash))")
    #expect(masked.hasPrefix("<mask.hash: '") && !masked.contains("name"))
    #expect(masked == text("\(name, privacy: .private(mask: .hash))"))
    #expect(text("\(255, format: .hex(includePrefix: true)) \(8, format: .octal)") == "0xff 10")
    #expect(
      text("[\(5, align: .right(columns: 3))] [\(5, align: .left(columns: 3))]") == "[  5] [5  ]")
    let error: (any Error)? = nil
    #expect(text("\(error, privacy: .public) \(Int.self)") == "nil Int")
  }

  @Test func `a format of C is filled in`() {
    func text(_ format: String, _ arguments: any CVarArg...) -> String {
      var format = LogFormat(format, arguments)
      return format.message().text(showsPrivate: false)
    }
    #expect(text("%d of %{public}@, 100 %%", 3, "x" as NSString) == "3 of x, 100 %")
    #expect(text("%@ %{private}d %.1f", "x" as NSString, 3, 1.25) == "<private> <private> 1.2")
    #expect(text("%ld %@", 5) == "5 %@")
    #expect(text("%", 5) == "%")
    #expect(text("[%*d] [%.*f]", 4, 5, 1, 1.25) == "[   5] [1.2]")
    #expect(text("%*d", 5) == "%*d" && text("%*d", 1.5, 5) == "%*d")
  }

  @Test func `a line says its level and its part, and no value can look like another line`() {
    #expect(LogOutput.line("a", .error, "org.example", "store") == "error [org.example:store] a")
    #expect(LogOutput.line("a\nerror b\u{1B}[0m", .info, "", "") == "info a error b [0m")
  }

  @Test(arguments: [
    ("", [false, false, true, true, true]), ("info", [false, true, true, true, true]),
    ("debug", [true, true, true, true, true]),
  ])
  func `the environment says which levels are written`(level: String, written: [Bool]) {
    let output = LogOutput(["OS_LOG_LEVEL": level])
    let types: [OSLogType] = [.debug, .info, .default, .error, .fault]
    #expect(types.map(output.writes) == written)
    #expect(!output.showsPrivate && LogOutput(["OS_LOG_PRIVATE": "1"]).showsPrivate)
  }

  @Test func `each call writes one line to standard error`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let logger = Logger(subsystem: "org.example", category: "test")
        logger.notice("one \("secret")")
        logger.debug("two")
        logger.error("three \(3)")
        os_log("four %{public}@", type: .fault, "x" as NSString)
        os_log(.error, log: OSLog(subsystem: "s", category: "c"), "five")
        os_log("six", log: .disabled)
      })
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
    #expect(
      lines.filter { !$0.hasPrefix("six") } == [
        "notice [org.example:test] one <private>", "error [org.example:test] three 3",
        "fault four x", "error [s:c] five",
      ])
  }

  @Test func `a program goes on where nobody reads standard error`() async {
    await #expect(processExitsWith: .success) {
      try FileHandle.standardError.close()
      Logger().error("in vain")
    }
  }

  @Test func `a lock lends its value`() {
    let lock = OSAllocatedUnfairLock(initialState: 1)
    lock.withLock { $0 += 1 }
    #expect(lock.withLock { $0 } == 2)
  }
}
