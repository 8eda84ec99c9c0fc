internal import ConformanceKit
internal import ConformanceWire

/// What goes wrong, or is tried, at the level of records and of the handshake as a whole.
enum TLSRecordCases {
  static let all = plain.map(showOut) + sizes + keys + ends + sessions

  private static let plain: [(name: String, bytes: [UInt8], finish: Bool)] = [
    ("http-1-1", Array("GET / HTTP/1.1\r\nHost: node\r\n\r\n".utf8), false),
    ("http-2", Frame.preface + Frame.settings([]).encoded, false),
    ("noise", [UInt8](repeating: 0xee, count: 512), false),
    ("half-hello", Array(TLSNegotiationCases.oldHello(minor: 3).prefix(20)), true),
    ("nothing", [], true),
  ]

  private static func showOut(_ item: (name: String, bytes: [UInt8], finish: Bool)) -> Case {
    Case("connection/tls/plain/\(item.name)", "CONN-TLS-PLAIN") { stage in
      let answer = try stage.stranger().answer(toBytes: item.bytes, finish: item.finish)
      // An alert is a record of type 21.
      try Deviation.unless(
        answer.isEmpty || answer.starts(with: [21, 3]),
        "the end of the connection, at most after an alert",
        "\(answer.count) bytes that are no alert")
    }
  }

  private static let sizes = [
    Case("connection/tls/handshake/long-hello-taken", "CONN-TLS-HANDSHAKE-SIZE") { stage in
      let names = (0..<200).map { "\($0)-" + String(repeating: "x", count: 240) }
      try stage.peer().device.expectServed { $0.alpn = names + ["h2"] }
    },
    Case("connection/tls/handshake/endless-hello-ended", "CONN-TLS-HANDSHAKE-SIZE") { stage in
      // A ClientHello of 16 MiB, of which a sixteenth comes.
      let head: [UInt8] = [1, 0xff, 0xff, 0xff, 3, 3]
      let record: [UInt8] = [22, 3, 1, 0x40, 0]
      let rest = (1..<64).flatMap { _ in record + [UInt8](repeating: 0, count: 16_384) }
      let bytes = record + head + [UInt8](repeating: 0, count: 16_384 - head.count) + rest
      let answer = try stage.stranger().answer(toBytes: bytes)
      try Deviation.unless(
        answer.isEmpty || answer.starts(with: [21, 3]),
        "the end of the connection, at most after an alert",
        "\(answer.count) bytes that are no alert")
    },
  ]

  private static let keys = [
    Case("connection/tls/key-update/followed", "CONN-TLS-KEY-UPDATE") { stage in
      let device = try stage.peer().device
      let link = try device.expectServed()
      try (link.bytes as? TLSLink)?.updateKeys(asks: true, by: stage.scene.deadline)
      try device.expectAnswer(on: link)
    },
    Case("connection/tls/key-update/again-and-again", "CONN-TLS-KEY-UPDATE") { stage in
      let link = try stage.peer().device.expectServed()
      do throws(any Error) {
        for _ in 0..<(stage.scene.interference.mends ? 1 : 2_000) {
          try (link.bytes as? TLSLink)?.updateKeys(asks: false, by: stage.scene.deadline)
        }
        try link.ping()
      } catch WireError.closed, WireError.refused {
        return
      }
      throw Deviation(
        expected: "the end of a connection on which keys change without end",
        observed: "an answer to PING")
    },
    Case("connection/tls/record/changed", "CONN-TLS-RECORD") { stage in
      let device = try stage.peer().device
      let plain = try PlainLink(
        to: device.node.address, scene: stage.scene, by: stage.scene.deadline)
      let changing = ChangingLink(plain)
      let tls = try TLSLink(
        client: changing, device.tlsOptions, scene: stage.scene, by: stage.scene.deadline)
      let link = HTTP2Link(tls, stage.scene)
      try link.start()
      try device.expectAnswer(on: link)
      let stream = try device.beginUnpairing(on: link)
      changing.changesNext = !stage.scene.interference.mends
      do throws(any Error) {
        try stream.send([], end: true)
        while !stream.isEnded { try link.pump() }
        throw Deviation(expected: "the end of the connection", observed: "an answer to the call")
      } catch WireError.closed, WireError.refused {
        try device.expectPair()
      }
    },
  ]

  private static let ends = [
    Case("connection/tls/cut/calls-are-lost", "CONN-TLS-CUT") { stage in
      let (device, link) = try stage.linked()
      let stream = try device.beginUnpairing(on: link)
      try link.ping()
      if stage.scene.interference.mends { try stream.send([], end: true) }
      // The connection ends below TLS, which says nothing of it.
      let carrier = (link.bytes as? TLSLink)?.carrier
      try carrier?.finishSending()
      do throws(any Error) {
        while try carrier?.receive(by: stage.scene.deadline) != nil {}
      } catch WireError.closed {
        // A reset is an end as well.
      }
      try device.expectPair()
    }
  ]

  private static let sessions = [
    Case("connection/tls/resumption/no-tickets", "CONN-TLS-RESUMPTION") { stage in
      let link = try stage.peer().device.expectServed()
      try Deviation.unless(
        (link.bytes as? TLSLink)?.isResumable == false, "no tickets",
        "a ticket to resume the session by")
    },
    Case("connection/tls/resumption/offer-passed-over", "CONN-TLS-RESUMPTION") { stage in
      let device = try stage.peer().device
      let session = try TLSTicket.make()
      let link = try device.expectServed { $0.session = session }
      try Deviation.unless(
        (link.bytes as? TLSLink)?.isResumed == false, "a handshake in full",
        "a session that was resumed")
    },
    Case("connection/tls/early-data/passed-over", "CONN-TLS-EARLY-DATA") { stage in
      let device = try stage.peer().device
      let session = try TLSTicket.make()
      let link = try device.expectServed {
        $0.session = session
        $0.earlyData = Frame.preface
      }
      try Deviation.unless(
        (link.bytes as? TLSLink)?.isEarlyDataTaken == false, "early data that is passed over",
        "early data that was taken")
    },
  ]
}
