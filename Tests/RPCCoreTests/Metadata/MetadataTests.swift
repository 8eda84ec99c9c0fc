internal import RPCCore
internal import Testing

@Suite struct `Metadata of a call` {
  @Test(arguments: [
    "a", "x-trace", "a_b", "a.b", "0", "-", "authorization", "x-grpc-y", "bin", "te-",
  ])
  func `takes a legal name`(name: String) {
    var metadata = Metadata()
    let isAdded = metadata.add(name, .text("value"))
    #expect(isAdded)
    #expect(metadata.entries == [Metadata.Entry(name: name, value: .text("value"))])
  }

  @Test(arguments: [
    "", "A", "x-Trace", "a b", "a:b", ":path", "a/b", "é", "a\u{0}", "a\n", "a,b", "a=b", "\u{7F}",
  ])
  func `takes no other name`(name: String) {
    var metadata = Metadata()
    let isAdded = metadata.add(name, .text("value"))
    #expect(!isAdded)
    #expect(metadata.isEmpty)
  }

  @Test(arguments: [
    "grpc-status", "grpc-timeout", "grpc-x", "grpc-", "te", "content-type", "content-length",
    "connection", "host", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    "user-agent",
  ])
  func `leaves what is the protocol's own`(name: String) {
    var metadata = Metadata()
    let isAdded = metadata.add(name, .text("value"))
    #expect(!isAdded)
    #expect(MetadataName.isReserved(name.utf8))
  }

  @Test(arguments: [
    ("a", true), ("", true), ("a b", true), ("~!%,;=", true), ("a\tb", false), ("a\n", false),
    ("é", false), ("\u{7F}", false), ("\u{0}", false), (" a", false), ("a ", false), (" ", false),
  ])
  func `has texts that a header can carry`(text: String, isLegal: Bool) {
    var metadata = Metadata()
    let isAdded = metadata.add("a", .text(text))
    #expect(isAdded == isLegal)
  }

  @Test func `has bytes behind names that say so, and only there`() {
    var metadata = Metadata()
    let added = [
      metadata.add("a-bin", .binary([0, 255])), metadata.add("a-bin", .binary([])),
      metadata.add("-bin", .binary([1])),
    ]
    let refused = [
      metadata.add("a-bin", .text("text")), metadata.add("a", .binary([1])),
      metadata.add("abin", .binary([1])), metadata.add("grpc-x-bin", .binary([1])),
    ]
    #expect(added == [true, true, true])
    #expect(refused == [false, false, false, false])
    #expect(metadata[all: "a-bin"] == [.binary([0, 255]), .binary([])])
  }

  @Test func `keeps order and duplicates`() {
    let first: Metadata = [
      "b": .text("1"), "a": .text("2"), "b": .text("3"), "c-bin": .binary([4]),
    ]
    var both = first
    both.append(["b": .text("5"), "c-bin": .binary([6])])
    #expect(both.entries.map(\.name) == ["b", "a", "b", "c-bin", "b", "c-bin"])
    #expect(both[all: "b"] == [.text("1"), .text("3"), .text("5")])
    #expect(both[text: "b"] == "1")
    #expect(both[binary: "c-bin"] == [4])
    #expect(both[text: "c-bin"] == nil)
    #expect(both[binary: "b"] == nil)
    #expect(both[text: "d"] == nil)
    #expect(both[all: "d"].isEmpty)
    #expect(first != both)
  }

  @Test func `takes what a peer sent as it is`() {
    var metadata = Metadata()
    metadata.addReceived(Metadata.Entry(name: "grpc-status-details-bin", value: .binary([1])))
    #expect(metadata[binary: "grpc-status-details-bin"] == [1])
  }

  @Test func `that cannot be sent is our own mistake in a literal`() async {
    await #expect(processExitsWith: .failure) {
      let metadata: Metadata = ["grpc-x": .text("")]
      print(metadata)
    }
  }
}
