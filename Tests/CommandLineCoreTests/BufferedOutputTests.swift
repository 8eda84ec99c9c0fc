private import CommandLineCore
internal import Testing
private import TextFormats

@Suite struct BufferedOutputTests {
  @Test func `small pieces are written together and in order`() throws {
    let sink = RecordingSink()
    var output = BufferedOutput(sink)
    try output.write("a")
    try output.writeLine("b")
    try output.writeLine(.array([.integer(1)]))
    #expect(sink.writes.isEmpty)
    try output.flush()
    try output.flush()
    #expect(sink.writes.count == 1)
    #expect(sink.text == "ab\n[1]\n")
  }

  @Test func `memory stays bounded however much is written`() throws {
    let sink = RecordingSink()
    var output = BufferedOutput(sink)
    for _ in 0..<1000 { try output.writeLine(String(repeating: "x", count: 999)) }
    #expect(sink.writes.allSatisfy { $0.count < 70_000 })
    try output.flush()
    #expect(sink.text.utf8.count == 1_000_000)
  }

  @Test func `what could not be written is not written again`() throws {
    let sink = RecordingSink(failingWrite: 0)
    var output = BufferedOutput(sink)
    try output.write("lost")
    #expect(throws: CommandLineError.self) { try output.flush() }
    try output.write("next")
    try output.flush()
    #expect(sink.text == "next")
  }
}
