internal import HTTP2Core
internal import PeerSupport
internal import Testing

@Suite struct HandMadePeerTests {
  @Test func `frames are read as they were written, however they arrive`() {
    var writer = FrameWriter()
    writer.startClient()
    writer.headers([("a", "b")], stream: 1)
    writer.data([1, 2, 3], stream: 1, endStream: true, padding: 2)
    writer.goAway(lastStream: 5, code: 11, text: "calm")
    writer.reset(stream: 0x8000_0003, code: 8)
    let whole = FrameReader.frames(in: writer.bytes, expectsPreface: true)
    #expect(whole.map(\.kind) == [.settings, .headers, .data, .goAway, .resetStream])
    #expect(whole[2].endsStream)
    #expect(whole[2].payload == [2, 1, 2, 3, 0, 0])
    #expect(whole[3].errorCode == 11)
    #expect(whole[4].stream == 3)
    var reader = FrameReader(expectsPreface: true)
    var frames: [Frame] = []
    for byte in writer.bytes {
      reader.append([byte])
      frames += reader.frames()
    }
    #expect(frames == whole)
  }

  @Test(arguments: [(10, 5, [10]), (1_337, 5, [31, 154, 10]), (42, 8, [42]), (127, 7, [127, 0])])
  func `numbers are written as HPACK wants them`(value: Int, prefix: Int, bytes: [UInt8]) {
    #expect(FrameWriter.integer(value, prefix: prefix) == bytes)
  }

  @Test func `a hand-made client and a hand-made server meet`() throws {
    let listener = try RawListener()
    var client = try RawConnection(port: listener.port)
    var server = RawConnection(try listener.accept(), expectsPreface: true)
    var writer = FrameWriter()
    writer.startClient()
    writer.ping(1)
    try client.send(writer)
    #expect(try server.frames { $0.kind == .ping }.map(\.kind) == [.settings, .ping])
    var answer = FrameWriter()
    answer.ping(1, acknowledges: true)
    try server.send(answer)
    try server.finishSending()
    #expect(try client.frames().map(\.flags) == [FrameFlags.acknowledge])
    #expect(client.hasEnded)
  }

  @Test func `a connection that is cut is an error`() throws {
    let listener = try RawListener()
    var client = try RawConnection(port: listener.port)
    do {
      let server = RawConnection(try listener.accept())
      try server.cutWhenClosed()
    }
    #expect(throws: PeerError.self) { _ = try client.next() }
  }
}
