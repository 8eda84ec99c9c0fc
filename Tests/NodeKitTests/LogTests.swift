internal import CommandLineCore
internal import NodeLog
private import Synchronization
internal import SystemCore
internal import Testing
internal import TextFormats

@Suite struct LogTests {
  /// Keeps lines.
  private final class Memory: LogSink {
    private let kept = Mutex<[LogLine]>([])

    var lines: [LogLine] { kept.withLock { $0 } }
    func write(_ line: LogLine) { kept.withLock { $0.append(line) } }
  }

  /// Keeps bytes.
  private final class Output: ByteSink {
    private let bytes = Mutex<[UInt8]>([])

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
    func write(_ bytes: [UInt8]) { self.bytes.withLock { $0 += bytes } }
  }

  private let memory = Memory()
  private let clock = WallClock { 0.25 }
  private let line = LogLine(
    DateText(secondsSince2001: 1.5), .warning, "thing.happened",
    [.text("plain", "a:b=c"), .text("spaced", "a \"b\"\n"), .text("none", ""), .number("count", 3)])

  private func text(_ format: LogFormat, _ line: LogLine, isForJournal: Bool = false) -> String {
    String(decoding: format.bytes(of: line, isForJournal: isForJournal), as: UTF8.self)
  }

  @Test func `text is for people`() {
    #expect(
      text(.text, line)
        == #"2001-01-01T00:00:01.500Z warning thing.happened plain=a:b=c spaced="a \"b\"�" none="" count=3"#
        + "\n")
  }

  @Test func `the journal gets the level in front and no time`() {
    #expect(
      text(.text, line, isForJournal: true).hasPrefix("<4>thing.happened plain=a:b=c spaced="))
    #expect(text(.json, line, isForJournal: true).hasPrefix("<4>{\"time\""))
  }

  @Test(arguments: zip(LogLevel.allCases, [3, 4, 6, 7]))
  func `levels have the journal's numbers`(level: LogLevel, number: Int) {
    let line = LogLine(nil, level, "a.b")
    #expect(text(.text, line, isForJournal: true) == "<\(number)>a.b\n")
  }

  @Test func `JSON is for programs`() throws {
    let value = try JSONValue(parsing: text(.json, line))
    #expect(value["time"]?.stringValue == "2001-01-01T00:00:01.500Z")
    #expect(value["level"]?.stringValue == "warning")
    #expect(value["event"]?.stringValue == "thing.happened")
    #expect(value["spaced"]?.stringValue == "a \"b\"\(TerminalText.replacement)")
    #expect(value["count"]?.integerValue == 3)
  }

  @Test(arguments: LogFormat.allCases) func `a line has a bound`(format: LogFormat) {
    let line = LogLine(nil, .info, "a.b", [.text("x", String(repeating: "\u{1}y", count: 100_000))])
    #expect(text(format, line).utf8.count < 2_000)
    #expect(text(format, line).split(separator: "\n").count == 1)
  }

  @Test func `what is not worth a line is not written`() {
    let log = Log(.warning, clock: clock, to: memory)
    log.write(.info, "a.b")
    log.write(.error, "a.c", .number("n", 1))
    log.setLevel(.debug)
    log.write(.debug, "a.d")
    #expect(memory.lines.map(\.event) == ["a.c", "a.d"])
    #expect(memory.lines.first?.time == DateText(secondsSince2001: 0.25))
  }

  @Test func `a flood of one event leaves ten lines a minute and a count`() {
    let log = Log(.info, clock: clock, to: memory)
    let start = MonotonicInstant(nanoseconds: 0)
    for second in 0..<60 {
      log.writeOften(.warning, "bad.guest", at: start.advanced(by: .seconds(second)))
    }
    #expect(memory.lines.count == 10)
    log.writeOften(.warning, "other.guest", at: start.advanced(by: .seconds(59)))
    log.writeOften(.warning, "bad.guest", at: start.advanced(by: .seconds(60)))
    #expect(memory.lines.map(\.event).suffix(2) == ["other.guest", "bad.guest"])
    #expect(memory.lines.last?.fields == [.number("left-out", 50)])
    log.tellLeftOut()
    #expect(memory.lines.count == 12)
  }

  @Test func `what was left out at the end is told once`() {
    let log = Log(.info, clock: clock, to: memory)
    for _ in 0..<12 { log.writeOften(.warning, "bad.guest", at: MonotonicInstant(nanoseconds: 0)) }
    log.tellLeftOut()
    log.tellLeftOut()
    #expect(memory.lines.count == 11)
    #expect(memory.lines.last?.fields == [.text("of", "bad.guest"), .number("count", 2)])
  }

  @Test func `a queue writes its lines in order`() async {
    let queue = LogQueue(.text, isForJournal: true)
    let output = Output()
    queue.write(LogLine(nil, .info, "a.b"))
    queue.setFormat(.json)
    queue.write(LogLine(nil, .info, "a.c"))
    queue.finish()
    queue.write(LogLine(nil, .info, "a.d"))
    await queue.run(to: output)
    #expect(
      output.text
        == "<6>{\"level\":\"info\",\"event\":\"a.b\"}\n<6>{\"level\":\"info\",\"event\":\"a.c\"}\n")
  }

  @Test func `what nobody reads is lost and counted`() async {
    let queue = LogQueue(.text, isForJournal: true)
    let output = Output()
    for number in 0..<1_030 { queue.write(LogLine(nil, .info, "a.b", [.number("n", number)])) }
    queue.finish()
    await queue.run(to: output)
    let lines = output.text.split(separator: "\n")
    #expect(lines.count == 1_025)
    #expect(lines.first == "<4>log.lost lines=6")
    #expect(lines.last == "<6>a.b n=1023")
  }
}
