internal import ConformanceKit
internal import ConformanceWire

/// What a node takes at least, and what it does beyond that.
enum LimitCases {
  static let all = [
    Case("http2/limit/100-streams", "CONN-H2-LIMIT-STREAMS") { stage in
      let connection = try stage.raw()
      let most = connection.link.peerSettings[Frame.Setting.maxConcurrentStreams] ?? .max
      try Deviation.unless(most >= 100, "SETTINGS that allow 100 streams", "they allow \(most)")
      let streams = (0..<100).map { _ in connection.newStream() }
      try connection.link.write(streams.map { connection.headers($0) })
      try connection.link.write(streams.map { .data($0, connection.message, end: true) })
      for stream in streams { try connection.link.expectAnswer(stream) }
    },
    Case("http2/limit/streams-beyond", "CONN-H2-LIMIT-STREAMS") { stage in
      let connection = try stage.raw()
      let most = connection.link.peerSettings[Frame.Setting.maxConcurrentStreams] ?? .max
      guard most <= 1_000 else { throw NotHere("the node allows \(most) streams at a time") }
      let begun = (0..<most).map { _ in connection.headers(connection.newStream()) }
      let last = connection.newStream()
      let call = connection.whole(last)
      try connection.link.write(begun + call, insteadOf: begun.dropFirst() + call)
      try connection.link.expectStreamError(
        last, [Frame.Fault.refusedStream, Frame.Fault.protocolError, Frame.Fault.enhanceYourCalm])
      try connection.expectOthers()
    },
    Case("http2/limit/frame-of-16384-bytes", "CONN-H2-LIMIT-FRAME") { stage in
      let (connection, stream) = try stage.openCall()
      // The field that makes it long has a tag of 2 bytes and a length of 3.
      let bytes = connection.longMessage(16_384 - 5 - connection.message.count)
      try connection.link.write(.data(stream, bytes, end: true))
      try connection.expectAnswer(stream)
    },
    taken("header-list-of-8192-bytes") { fields in
      let room = 8_192 - fields.listSize
      fields.append(HeaderField("judge", String(repeating: "j", count: room - 32 - 5)))
    },
    taken("100-fields") { fields in
      while fields.count < 100 { fields.append(HeaderField("j\(fields.count)", "1")) }
    },
    refused("large") { $0 + 1_000 },
    refused("very-large") { max($0 * 4, 40_000) },
    Case("http2/block/in-five-pieces", "CONN-H2-FLOOD-CONTINUATION") { stage in
      let (connection, stream) = try stage.newCall()
      let block = FieldBlock.literals(RawConnection.request)
      try connection.link.write(
        pieces(block, of: block.count / 5 + 1, on: stream)
          + [.data(stream, connection.message, end: true)])
      try connection.expectAnswer(stream)
    },
  ]

  /// A request whose header list has to be taken.
  private static func taken(
    _ name: String, _ change: @escaping @Sendable (inout [HeaderField]) -> Void
  ) -> Case {
    Case("http2/limit/\(name)", "CONN-H2-LIMIT-HEADERS") { stage in
      let connection = try stage.raw()
      var fields = RawConnection.request
      change(&fields)
      let stream = connection.newStream()
      try connection.link.write(connection.whole(stream, fields))
      try connection.expectAnswer(stream)
    }
  }

  /// A request whose header list is longer than the node takes.
  private static func refused(_ name: String, _ size: @escaping @Sendable (Int) -> Int) -> Case {
    Case("http2/limit/header-list-\(name)", "CONN-H2-HEADERS-LARGE") { stage in
      let connection = try stage.raw()
      let most = Int(connection.link.peerSettings[Frame.Setting.maxHeaderListSize] ?? .max)
      guard most <= 65_536 else { throw NotHere("the node does not say how much it takes") }
      let fields = (0..<10).map {
        HeaderField("judge-\($0)", String(repeating: "j", count: size(most) / 10))
      }
      let stream = connection.newStream()
      let block = FieldBlock.literals(RawConnection.request + fields)
      try connection.link.write(
        pieces(block, of: 16_384, on: stream) + [.data(stream, connection.message, end: true)],
        insteadOf: connection.whole(stream))
      try connection.link.expectAnswer(stream, http: "431", status: nil)
      try connection.expectAlive()
    }
  }

  /// A block in as many frames as it needs.
  static func pieces(_ block: [UInt8], of size: Int, on stream: UInt32) -> [Frame] {
    stride(from: 0, to: block.count, by: size).map { start in
      Frame(
        start == 0 ? Frame.Kind.headers : Frame.Kind.continuation,
        flags: start + size >= block.count ? Frame.Flag.endHeaders : 0, stream: stream,
        Array(block[start..<min(block.count, start + size)]))
    }
  }
}

extension [HeaderField] {
  /// As RFC 9113 §6.5.2 counts it.
  fileprivate var listSize: Int {
    reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
  }
}
