internal import ConformanceWire
internal import Testing

@Suite struct TranscriptTests {
  @Test func `it keeps the end`() {
    let transcript = Transcript()
    for number in 0..<300 { transcript.add(fromNode: true, "grpc", "\(number)", [1]) }
    #expect(transcript.entries.count == 200)
    #expect(transcript.entries.first?.summary == "100")
  }

  @Test func `it keeps 64 KiB`() {
    let transcript = Transcript()
    for _ in 0..<100 {
      transcript.add(fromNode: false, "grpc", "much", [UInt8](repeating: 0, count: 1 << 20))
    }
    #expect(transcript.entries.reduce(0) { $0 + $1.bytes.count } == 65_536)
  }
}
