internal import ConformanceWire
internal import Testing

@Suite struct PlainLinkTests {
  private static var soon: Deadline { TwoEnds.soon }

  @Test func `a port where nobody listens cannot be reached`() throws {
    let listener = try Listener()
    let address = listener.address
    listener.close()
    #expect(throws: WireError.unreachable("\(address): nobody listens there")) {
      _ = try PlainLink(to: address, by: Self.soon)
    }
    #expect(throws: WireError.self) { _ = try PlainLink(to: "/nowhere/at/all", by: Self.soon) }
    #expect(throws: WireError.self) { _ = try PlainLink(to: "nothing", by: Self.soon) }
  }

  @Test func `both ends may send much before they receive`() async throws {
    let much = [UInt8](repeating: 5, count: 8 << 20)
    let exchange: @Sendable (PlainLink) throws -> Void = { link in
      try link.send(much, by: Self.soon)
      try link.finishSending()
      var count = 0
      while let bytes = try link.receive(by: Self.soon) { count += bytes.count }
      #expect(count == much.count)
    }
    try await TwoEnds.play { listener in
      try exchange(listener.accept(by: Self.soon))
    } client: { address in
      try exchange(PlainLink(to: address, by: Self.soon))
    }
  }

  @Test func `a connection that breaks says so, and the process lives`() throws {
    let listener = try Listener()
    let one = try PlainLink(to: listener.address, by: Self.soon)
    let other = try listener.accept(by: Self.soon)
    other.breakOff()
    #expect(throws: WireError.closed("it was reset")) { _ = try one.receive(by: Self.soon) }
    #expect(throws: WireError.closed("the other side has ended it")) {
      try one.send([1], by: Self.soon)
    }
    #expect(throws: WireError.closed("this side has closed it")) {
      _ = try other.receive(by: Self.soon)
    }
  }

  @Test func `nobody who speaks or calls is silence`() throws {
    let listener = try Listener()
    let one = try PlainLink(to: listener.address, by: Self.soon)
    let now = Deadline(after: .zero)
    #expect(now.isOver)
    #expect(throws: WireError.silence("bytes")) { _ = try one.receive(by: now) }
    _ = try listener.accept(by: now)
    #expect(throws: WireError.silence("a connection from the node")) {
      _ = try listener.accept(by: now)
    }
  }
}
