internal import ConformanceKit
internal import ConformanceWire
private import Synchronization

/// A connection that came to a ``LaxDoor``.
final class LaxVisit {
  private let inner: any ByteLink
  /// The way to the node.
  private var outer: (any ByteLink)?
  /// Where calls are answered.
  private var link: HTTP2Link?

  private static var soon: Deadline { Deadline(after: .seconds(2)) }
  private static var now: Deadline { Deadline(after: .zero) }

  /// Receives who came.
  ///
  /// - Throws: `WireError` where he is not let in.
  init(_ plain: PlainLink, _ door: LaxDoor, _ shared: LaxDoor.Shared) throws {
    switch door.way {
    case .says(let bytes):
      inner = plain
      _ = try plain.receive(by: Self.soon)
      try plain.send(bytes, by: Self.soon)
      try plain.finishSending()
    case .takes: inner = plain
    case .keeps:
      inner = try TLSLink(server: plain, try Self.options(door, shared.node), by: Self.soon)
      let identity = shared.identity.withLock { $0 }
      outer = try TLSLink(
        client: try PlainLink(to: shared.node, by: Self.soon), TLSOptions(identity), by: Self.soon)
    case .answers, .refuses, .claims:
      let tls = try TLSLink(server: plain, try Self.options(door, shared.node), by: Self.soon)
      inner = tls
      let link = HTTP2Link(tls, isServer: true, Scene())
      try link.start()
      self.link = link
    }
  }

  private static func options(_ door: LaxDoor, _ node: String) throws -> TLSOptions {
    var options = TLSOptions(try Identity(curve: door.curve))
    switch door.way {
    case .refuses: options.trust = .fingerprint([])
    case .claims:
      let plain = try PlainLink(to: node, by: soon)
      let tls = try TLSLink(client: plain, TLSOptions(try Identity()), by: soon)
      options.identity = try Identity(claiming: tls.peerPublicKey ?? [])
      tls.close()
    default: break
    }
    door.change(&options)
    return options
  }

  /// Does what there is to do now; `false` once nothing more will be.
  func goesOn() -> Bool {
    do {
      if let link {
        let call = try Call.accept(link, by: Self.now)
        try call.send([8, 1])
        try call.end(0)
      } else if let outer {
        try pass(on: try Self.heard(from: inner), by: outer)
      } else {
        return try inner.receive(by: Self.now) != nil
      }
    } catch WireError.silence {
      return true
    } catch {
      return false
    }
    return true
  }

  /// Passes on what was said, and what is answered; the end of the other way is told to nobody.
  private func pass(on bytes: [UInt8], by outer: any ByteLink) throws {
    do {
      if !bytes.isEmpty { try outer.send(bytes, by: Self.soon) }
      let answer = try Self.heard(from: outer)
      if !answer.isEmpty { try inner.send(answer, by: Self.soon) }
    } catch {
      self.outer = nil
    }
  }

  /// What came so far, perhaps nothing.
  private static func heard(from one: any ByteLink) throws -> [UInt8] {
    do throws(any Error) {
      guard let bytes = try one.receive(by: now) else { throw WireError.closed("it ended") }
      return bytes
    } catch WireError.silence {
      return []
    }
  }
}
