private import CommandLineCore
internal import Testing

@Suite struct ProgressTests {
  @Test func `nothing is shown where nobody looks`() throws {
    let sink = RecordingSink()
    var progress = Progress("save", total: 10, sink: sink, isTerminal: false)
    try progress.advance(to: 5)
    try progress.finish()
    #expect(sink.writes.isEmpty)
  }

  @Test func `the line changes only when it would read differently`() throws {
    let sink = RecordingSink()
    var progress = Progress("save", total: 100_000, sink: sink, isTerminal: true)
    for count in 0...100_000 { try progress.advance(to: count) }
    #expect(sink.writes.count == 101)
    #expect(sink.text.hasPrefix("\rsave: 0 %\u{1B}[K\rsave: 1 %\u{1B}[K"))
    try progress.finish()
    try progress.finish()
    #expect(sink.text.hasSuffix("\rsave: 100 %\u{1B}[K\r\u{1B}[K"))
    #expect(sink.writes.count == 102)
  }

  @Test func `without a known end the count is shown now and then`() throws {
    let sink = RecordingSink()
    var progress = Progress("read", sink: sink, isTerminal: true)
    for count in 0..<20_000 { try progress.advance(to: count) }
    #expect(sink.text == "\rread: 0\u{1B}[K\rread: 10000\u{1B}[K")
  }

  @Test(arguments: [(0, 0, 100), (5, -3, 0), (5, 9, 100), (.max, .max, 100)])
  func `a count outside the total is shown as its nearest end`(
    total: Int, count: Int, percent: Int
  ) throws {
    let sink = RecordingSink()
    var progress = Progress("x", total: total, sink: sink, isTerminal: true)
    try progress.advance(to: count)
    #expect(sink.text == "\rx: \(percent) %\u{1B}[K")
  }

  @Test func `the line never wraps`() throws {
    let sink = RecordingSink()
    var progress = Progress("a long title", total: 1, sink: sink, isTerminal: true, width: 10)
    try progress.advance(to: 1)
    #expect(sink.text == "\ra long t…\u{1B}[K")
  }
}
