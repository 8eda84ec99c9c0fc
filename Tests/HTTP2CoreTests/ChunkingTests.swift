internal import HTTP2Core
internal import PeerSupport
internal import TestSupport
internal import Testing

@Suite struct ChunkingTests {
  /// What a session makes of bytes, whatever the pieces they come in.
  struct Story: Hashable {
    var steps: [String] = []
    var payloads: [Int32: [UInt8]] = [:]
    var error: HTTP2Error?
  }

  /// Feeds the bytes in pieces that end at the cuts.
  static func tell(_ bytes: [UInt8], cuts: [Int], role: Session.Role) throws -> Story {
    var limits = SessionLimits()
    // nghttp2 counts the pieces in which a CONTINUATION frame's header comes.
    limits.maxContinuations = 100
    let session = try Session(role: role, limits: limits)
    var story = Story()
    var output: [UInt8] = []
    var start = 0
    for end in cuts + [bytes.count] where end > start {
      let piece = Array(bytes[start..<end])
      start = end
      do {
        try session.receive(piece.span, now: .zero)
      } catch {
        story.error = error
      }
      note(session, piece, in: &story)
      _ = try session.drain(into: &output, upTo: Int.max)
      note(session, [], in: &story)
      if story.error != nil { break }
    }
    return story
  }

  private static func note(_ session: Session, _ piece: [UInt8], in story: inout Story) {
    for event in session.events {
      switch event {
      case .headers(let stream, let block, let kind, let endStream):
        var text = "\(stream) \(kind) \(endStream)"
        session.forEachField(of: block) { name, value in
          text += " \(String(repairing: name))=\(String(repairing: value))"
        }
        story.steps.append(text)
      case .data(let stream, let range, let endStream):
        story.payloads[stream.number, default: []] += piece[range]
        if endStream { story.steps.append("\(stream) data ends") }
      default: story.steps.append("\(event)")
      }
    }
  }

  static func conversation() -> [UInt8] {
    var writer = FrameWriter()
    writer.startClient()
    writer.settingsAcknowledgement()
    writer.headers(Server.request, stream: 1)
    writer.data(Array("first".utf8), stream: 1)
    writer.ping(7)
    writer.data(Array("second".utf8), stream: 1, padding: 5)
    let block = FrameWriter.literals(Server.request)
    writer.frame(.headers, flags: FrameFlags.endStream, stream: 3, payload: Array(block.prefix(9)))
    writer.frame(.continuation, stream: 3, payload: Array(block.dropFirst(9).prefix(20)))
    writer.frame(
      .continuation, flags: FrameFlags.endHeaders, stream: 3,
      payload: Array(block.dropFirst(29)))
    writer.frame(.unknown, payload: [1, 2, 3])
    writer.windowUpdate(stream: 0, increment: 100)
    writer.headers([("trailer", "1")], stream: 1, endStream: true)
    writer.headers(Server.request, stream: 5)
    writer.reset(stream: 5, code: 8)
    writer.goAway(lastStream: 0, code: 0, text: "done")
    return writer.bytes
  }

  @Test func `a conversation cut anywhere is the same conversation`() throws {
    let bytes = Self.conversation()
    let whole = try Self.tell(bytes, cuts: [], role: .server)
    #expect(whole.error == nil)
    #expect(whole.payloads[1] == Array("firstsecond".utf8))
    #expect(whole.steps.count == 8, "\(whole.steps)")
    for cut in 1..<bytes.count {
      #expect(try Self.tell(bytes, cuts: [cut], role: .server) == whole, "cut at \(cut)")
    }
    let single = try Self.tell(bytes, cuts: Array(1..<bytes.count), role: .server)
    #expect(single == whole)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a conversation with a mistake ends alike, cut anywhere`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = Self.conversation()
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 24..<bytes.count, using: &generator)
      bytes[place] = UInt8.random(in: 0...255, using: &generator)
    }
    let whole = try Self.tell(bytes, cuts: [], role: .server)
    for _ in 0..<10 {
      let cuts = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        Int.random(in: 1..<bytes.count, using: &generator)
      }
      let cut = try Self.tell(bytes, cuts: cuts.sorted(), role: .server)
      // What is passed over in one piece after an error may have been seen in several.
      #expect(cut.error == whole.error, "\(generator)")
      #expect(cut.payloads == whole.payloads, "\(generator)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `two sessions agree, whatever is done on them`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var play = try RandomPlay(seed: generator.next())
    for _ in 0..<400 { try play.step() }
    try play.finish()
    #expect(play.pair.client.activeStreams == 0, "\(generator)")
    #expect(play.pair.server.activeStreams == 0, "\(generator)")
    #expect(play.unexplained == [], "\(generator)")
  }
}
