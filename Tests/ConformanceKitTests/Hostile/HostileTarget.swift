internal import ConformanceKit
internal import ConformanceWire
internal import Synchronization
internal import Testing

/// Something that listens where a node should, and is none.
struct HostileTarget: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Whether it says so much that a case takes seconds.
  var isFlood = false
  /// What it does with a caller.
  let meet: @Sendable (PlainLink) throws -> Void

  /// One that speaks TLS before it does anything.
  static func behindTLS(
    _ name: String, _ meet: @escaping @Sendable (TLSLink) throws -> Void
  ) -> Self {
    Self(testDescription: name) { carrier in
      let options = TLSOptions(try Identity(), trust: .anything)
      try meet(try TLSLink(server: carrier, options, by: Self.soon))
    }
  }

  /// One that begins as a server of HTTP/2, and then says the bytes without end.
  static func endless(_ name: String, _ bytes: [UInt8], after start: [UInt8] = []) -> Self {
    var target = behindTLS(name) { link in
      try link.send(Frame.settings([]).encoded + start, by: soon)
      try repeatedly(bytes, on: link)
    }
    target.isFlood = true
    return target
  }

  /// Says the same until nobody listens any more.
  static func repeatedly(_ bytes: [UInt8], on link: any ByteLink) throws {
    var piece: [UInt8] = []
    while piece.count < 65_536 { piece += bytes }
    while true { try link.send(piece, by: soon) }
  }

  /// Hears what is said until the other side ends.
  static func listen(on link: any ByteLink) throws {
    while try link.receive(by: soon) != nil {}
  }

  /// Meets callers, one after the other, until it is told to end.
  func serve(_ listener: Listener, until isOver: borrowing Atomic<Bool>) {
    while !isOver.load(ordering: .relaxed) {
      // That nobody calls, or that a caller goes away, is what happens to it all the time.
      guard let link = try? listener.accept(by: Deadline(after: .milliseconds(50))) else {
        continue
      }
      try? meet(link)
      link.close()
    }
  }

  private static var soon: Deadline { Deadline(after: .seconds(3)) }
}

extension HostileTarget {
  static let all: [HostileTarget] =
    [
      HostileTarget(testDescription: "silence") { try listen(on: $0) },
      HostileTarget(testDescription: "ends at once") { $0.close() },
      HostileTarget(testDescription: "garbage without end") { try repeatedly(garbage, on: $0) },
      HostileTarget(testDescription: "a record of TLS that never ends") {
        try $0.send([22, 3, 3, 0x40, 0] + garbage, by: soon)
        try listen(on: $0)
      },
      behindTLS("silence in TLS") { try listen(on: $0) },
      behindTLS("ends within TLS") { $0.close() },
      behindTLS("garbage in TLS") { try repeatedly(garbage, on: $0) },
      behindTLS("dies in the middle of a frame") { link in
        try link.send(Frame.settings([]).encoded + [0, 64, 0, 0, 0, 0, 0, 0, 1, 7], by: soon)
      },
      behindTLS("a frame of 16 MiB") { link in
        try link.send(Frame.settings([]).encoded + [0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1], by: soon)
        try repeatedly([0], on: link)
      },
    ] + floods

  private static let floods: [HostileTarget] = [
    endless("SETTINGS without end", Frame.settings([(99, 1)]).encoded),
    endless("PING without end", Frame.ping(Array("pingping".utf8)).encoded),
    endless("frames of unknown types without end", Frame(0x50).encoded),
    endless(
      "a block of headers without end", Frame(9, stream: 1, header).encoded,
      after: Frame(1, stream: 1, header).encoded),
    endless("informational answers without end", Frame(1, flags: 4, stream: 1, early).encoded),
    endless(
      "a block that expands to gigabytes", Frame(9, stream: 1, bomb).encoded,
      after: Frame(1, stream: 1, [0x88] + large).encoded),
    endless(
      "a message of 4 GiB", Frame.data(1, [UInt8](repeating: 0, count: 16_384)).encoded,
      after: Frame(1, flags: 4, stream: 1, answer).encoded
        + Frame.data(1, [0, 0xff, 0xff, 0xff, 0xff]).encoded),
    endless(
      "messages without end", Frame.data(1, [UInt8](repeating: 0, count: 5_000)).encoded,
      after: Frame(1, flags: 4, stream: 1, answer).encoded),
    endless("windows that grow without end", Frame.windowUpdate(0, 0x7fff_ffff).encoded),
    endless("GOAWAY without end", Frame.goAway(last: 0, 0, garbage).encoded),
  ]

  /// The same in each run.
  private static let garbage = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) }
  private static let header: [UInt8] = [0x00, 1, 0x61, 1, 0x62]
  /// `:status: 103`, as a literal.
  private static let early: [UInt8] = [0x08, 3] + Array("103".utf8)
  /// `:status: 200` and the content-type of gRPC.
  private static let answer: [UInt8] = [0x88, 0x0f, 0x10, 16] + Array("application/grpc".utf8)
  /// A field of 4,000 bytes that the table keeps, and what means it a thousand times.
  private static let large: [UInt8] =
    [0x40, 1, 0x61, 0x7f, 0xa1, 0x1e] + [UInt8](repeating: 0x61, count: 4_000)
  private static let bomb = [UInt8](repeating: 0xbe, count: 1_000)
}
