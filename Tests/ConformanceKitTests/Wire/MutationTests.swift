internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

@Suite struct MutationTests {
  /// What a server says in three calls.
  private static func recorded() throws -> [UInt8] {
    let script = ScriptedLink()
    let link = HTTP2Link(script, isServer: true, Scene())
    try link.start()
    try link.write(.settingsAcknowledgement)
    for stream: UInt32 in [1, 3, 5] {
      let block = link.encode(ScriptedLink.response.map { HeaderField($0.0, $0.1) })
      try link.write(Frame(1, flags: 4, stream: stream, block))
      for count in 0..<8 {
        try link.write(.data(stream, [0, 0, 0, 0, UInt8(count * 20)]))
        try link.write(.data(stream, [UInt8](repeating: 3, count: count * 20)))
      }
      try link.write(.ping([0, 1, 2, 3, 4, 5, 6, 7]))
      let end = link.encode([HeaderField("grpc-status", "0"), HeaderField("grpc-message", "a%20b")])
      try link.write(Frame(1, flags: 5, stream: stream, end))
    }
    try link.write(.goAway(last: 5, 0, [1, 2, 3]))
    return script.sent
  }

  /// Makes three calls, and says how many messages came, and whether all went well.
  private static func listen(to bytes: [UInt8], pieceSize: Int) throws -> (count: Int, isWell: Bool)
  {
    let link = HTTP2Link(ScriptedLink(bytes, pieceSize: pieceSize), Scene())
    try link.start()
    var count = 0
    let calls = try (0..<3).map { _ in try Call.start(link, "/a.B/C") }
    do {
      for call in calls {
        while case .message = try call.receive() { count += 1 }
      }
      while true { try link.pump() }
    } catch WireError.closed("the other side ended the connection") {
      return (count, true)
    } catch {
      return (count, false)
    }
  }

  @Test func `what was recorded is understood, whole or in single bytes`() throws {
    let bytes = try Self.recorded()
    for pieceSize in [1, 7, 100_000] {
      let outcome = try Self.listen(to: bytes, pieceSize: pieceSize)
      #expect(outcome.count == 24)
      #expect(outcome.isWell)
    }
  }

  @Test func `whatever comes, the tool comes to an end`() throws {
    let bytes = try Self.recorded()
    var generator = SeededGenerator(seed: 20_261_122)
    var refused = 0
    for _ in 0..<2_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<changed.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: changed.removeSubrange(place..<min(changed.count, place + 5))
        default: changed.insert(contentsOf: generator.bytes(3), at: place)
        }
        if changed.isEmpty { changed = [0] }
      }
      let outcome = try Self.listen(to: changed, pieceSize: 500)
      #expect(outcome.count <= 1_000)
      if !outcome.isWell { refused += 1 }
    }
    #expect(refused > 1_000)
  }
}
