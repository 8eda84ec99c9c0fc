private import COpenSSL
internal import TLSCore
private import TestSupport
internal import Testing

struct TrafficTests {
  @Test(arguments: [1_000, 16_384, 65_536, 262_144, 4_194_304])
  func `four megabytes go both ways`(piece: Int) throws {
    var pair = try Pair.established()
    var generator = SeededGenerator(seed: 4)
    let said = generator.bytes(4 << 20)
    for start in stride(from: 0, to: said.count, by: piece) {
      let part = Array(said[start..<min(start + piece, said.count)])
      try pair.client.send(part.span, outgoing: &pair.toServer)
      try pair.server.send(part.span, outgoing: &pair.toClient)
      pair.deliver(size: 50_000)
    }
    pair.run()
    #expect(pair.serverError == nil && pair.clientError == nil)
    #expect(pair.heardByServer == said)
    #expect(pair.heardByClient == said)
  }

  @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 100_000])
  func `what is sent grows by the overhead of its records`(count: Int) throws {
    var pair = try Pair.established()
    let said = [UInt8](repeating: 1, count: count)
    try pair.client.send(said.span, outgoing: &pair.toServer)
    let records =
      (count + TLSConnection.recordPlaintext - 1) / TLSConnection.recordPlaintext
    #expect(pair.toServer.count == count + records * TLSConnection.recordOverhead)
    // What stood in the buffer stays before it.
    var both: [UInt8] = [9]
    try pair.client.send([1].span, outgoing: &both)
    #expect(both.count == 2 + TLSConnection.recordOverhead)
    #expect(both.first == 9)
  }

  @Test func `what is received follows what is there already`() throws {
    var pair = try Pair.established()
    try pair.client.send([1, 2].span, outgoing: &pair.toServer)
    var heard: [UInt8] = [7]
    let bytes = pair.toServer
    try pair.server.receive(bytes.span, into: &heard, outgoing: &pair.toClient)
    #expect(heard == [7, 1, 2])
    #expect(pair.toClient.isEmpty)
  }

  @Test func `nothing is said before the handshake is over`() throws {
    var pair = try Pair(.client(trusting: .insecure), .server(identity: .sample("server")))
    let error = try #require(throws: TLSError.self) {
      try pair.client.send([1].span, outgoing: &pair.toServer)
    }
    #expect(error.code == .misuse)
    #expect(throws: TLSError.self) { try pair.client.exporter(label: "EXPORTER-test") }
    try pair.start()
    pair.run()
    #expect(pair.client.isEstablished)
  }

  @Test func `a flipped bit in a record is noticed wherever it is`() throws {
    // The header, the first and last byte of the text, and of the checksum.
    for position in [0, 1, 2, 3, 4, 5, 10, 104, 105, 106, 121] {
      for isClosing in [false, true] {
        var pair = try Pair.established()
        if isClosing {
          try pair.client.close(outgoing: &pair.toServer)
        } else {
          try pair.client.send([UInt8](repeating: 1, count: 100).span, outgoing: &pair.toServer)
        }
        guard position < pair.toServer.count else { continue }
        pair.toServer[position] ^= 1
        // A length that has grown waits for more.
        pair.toServer += [UInt8](repeating: 0, count: 600)
        pair.run()
        #expect(pair.serverError != nil, "byte \(position)")
        #expect(pair.serverError?.isFromPeer == false)
        #expect(pair.heardByServer.isEmpty)
        #expect(!pair.server.isPeerClosed)
        #expect(pair.clientError?.isFromPeer == true, "byte \(position)")
      }
    }
  }

  @Test func `a record that was moved or repeated is noticed`() throws {
    var pair = try Pair.established()
    try pair.client.send([1].span, outgoing: &pair.toServer)
    pair.toServer += pair.toServer
    pair.run()
    #expect(pair.heardByServer == [1])
    #expect(pair.serverError?.code == .badRecord)
    #expect(pair.clientError?.code == .badRecord)
    #expect(pair.clientError?.isFromPeer == true)
  }

  @Test func `after an error each call repeats it`() throws {
    var pair = try Pair.established()
    pair.toServer = [23, 3, 3, 0, 17] + [UInt8](repeating: 0, count: 17)
    pair.run()
    let error = try #require(pair.serverError)
    #expect(error.code == .badRecord)
    var bytes: [UInt8] = []
    let calls: [() throws -> Void] = [
      { try pair.server.send([1].span, outgoing: &bytes) },
      { try pair.server.close(outgoing: &bytes) },
      { try pair.server.receiveEnd() },
    ]
    for call in calls { #expect(throws: error) { try call() } }
    #expect(bytes.isEmpty)
  }

  @Test func `an end that was announced is no truncation`() throws {
    var pair = try Pair.established()
    try pair.client.send([1].span, outgoing: &pair.toServer)
    try pair.client.close(outgoing: &pair.toServer)
    pair.run()
    #expect(pair.heardByServer == [1])
    #expect(pair.client.isClosed)
    #expect(pair.server.isPeerClosed)
    try pair.server.receiveEnd()
    let error = try #require(throws: TLSError.self) {
      try pair.client.send([1].span, outgoing: &pair.toServer)
    }
    #expect(error.code == .closed)
    // The other direction is still open.
    try pair.server.send([2].span, outgoing: &pair.toClient)
    try pair.server.close(outgoing: &pair.toClient)
    pair.run()
    #expect(pair.heardByClient == [2])
    #expect(pair.client.isPeerClosed)
    try pair.client.receiveEnd()
    #expect(pair.serverError == nil && pair.clientError == nil)
  }

  @Test(arguments: [0, 1, 10])
  func `an end that was not announced is a truncation`(lost: Int) throws {
    var pair = try Pair.established()
    try pair.client.send([1].span, outgoing: &pair.toServer)
    if lost > 0 {
      try pair.client.close(outgoing: &pair.toServer)
      pair.toServer.removeLast(lost)
    }
    pair.run()
    #expect(pair.heardByServer == [1])
    let error = try #require(throws: TLSError.self) { try pair.server.receiveEnd() }
    #expect(error.code == .truncated)
  }

  @Test func `what follows the announced end is not read`() throws {
    var pair = try Pair.established()
    try pair.client.close(outgoing: &pair.toServer)
    pair.toServer += [1, 2, 3]
    pair.run()
    pair.toServer = [4]
    pair.run()
    #expect(pair.serverError == nil)
    #expect(pair.server.isPeerClosed)
  }

  @Test func `both ends derive the same secret`() throws {
    let pair = try Pair.established()
    let other = try Pair.established()
    let secret = try pair.client.exporter(label: "EXPORTER-test", context: [1], count: 48)
    #expect(secret.count == 48)
    #expect(try pair.server.exporter(label: "EXPORTER-test", context: [1], count: 48) == secret)
    let others = [
      try pair.client.exporter(label: "EXPORTER-test", context: [2], count: 48),
      try pair.client.exporter(label: "EXPORTER-test", context: [], count: 48),
      try pair.client.exporter(label: "EXPORTER-other", context: [1], count: 48),
      try other.client.exporter(label: "EXPORTER-test", context: [1], count: 48),
    ]
    #expect(!others.contains(secret))
    #expect(throws: TLSError.self) { try pair.client.exporter(label: "x", count: 100_000) }
  }

  @Test func `a peer may change its keys, but not all the time`() throws {
    let (peer, server) = try rawPair()
    var heard: [UInt8] = []
    var reply: [UInt8] = []
    for _ in 0..<20 {
      let bytes = update(peer)
      try server.receive(bytes.span, into: &heard, outgoing: &reply)
    }
    // The answers are no larger than what asks for them.
    try server.send([1].span, outgoing: &reply)
    #expect(reply.count < 21 * 32)
    peer.give(reply)
    var byte: UInt8 = 0
    #expect(unsafe SSL_read(peer.session, &byte, 1) == 1)
    #expect(byte == 1)
    #expect(unsafe SSL_write(peer.session, [7], 1) == 1)
    let said = peer.take()
    try server.receive(said.span, into: &heard, outgoing: &reply)
    #expect(heard == [7])
    let flood = (0..<20).flatMap { _ in update(peer) }
    let error = try #require(throws: TLSError.self) {
      try server.receive(flood.span, into: &heard, outgoing: &reply)
    }
    #expect(error.code == .handshakeTooLong)
  }

  @Test func `seeded noise is refused and never traps`() throws {
    let configuration = try TLSConfiguration.server(identity: .sample("server"))
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let server = try TLSConnection(configuration)
      var noise = generator.bytes(Int.random(in: 1...400, using: &generator))
      // Most of it looks like the start of a handshake.
      if seed % 4 != 0 {
        noise = [22, 3, 1, UInt8(noise.count >> 8), UInt8(noise.count & 0xff)] + noise
        if seed % 4 != 1, noise.count > 9 {
          noise.replaceSubrange(
            5..<9, with: [1, 0, UInt8((noise.count - 9) >> 8), UInt8((noise.count - 9) & 0xff)])
        }
      }
      var heard: [UInt8] = []
      var reply: [UInt8] = []
      do throws(TLSError) {
        try server.receive(noise.span, into: &heard, outgoing: &reply)
        try server.receiveEnd()
        Issue.record("\(generator) was taken for a connection")
      } catch {
        #expect(!server.isEstablished)
      }
      #expect(heard.isEmpty)
    }
  }

  private func rawPair() throws -> (RawPeer, TLSConnection) {
    let peer = try RawPeer()
    let server = try TLSConnection(.server(identity: .sample("server")))
    try #require(peer.shakeHands(with: server) == nil)
    try #require(server.isEstablished)
    return (peer, server)
  }

  private func update(_ peer: RawPeer) -> [UInt8] {
    _ = unsafe SSL_key_update(peer.session, SSL_KEY_UPDATE_REQUESTED)
    peer.shakeHands()
    return peer.take()
  }
}
