internal import HTTP2Core
internal import RPCCore
internal import Testing

// @testable: what headers mean is decided inside the transport.
@testable internal import RPCHTTP2

@Suite struct RequestHeadTests {
  private static let known = MethodPath(service: "a.B", method: "C")
  private static let paths = PathTable([known])

  private static func head(
    without name: String = "", _ fields: [(String, String)] = []
  ) -> RequestHead {
    let all =
      [
        (":method", "POST"), (":scheme", "http"), (":path", "/a.B/C"), (":authority", "x"),
        ("te", "trailers"), ("content-type", "application/grpc"), ("user-agent", "test"),
      ].filter { $0.0 != name } + fields
    var head = RequestHead(paths: paths)
    for (name, value) in all {
      head.add(Array(name.utf8).span, Array(value.utf8).span)
    }
    return head
  }

  private static func call(
    _ head: RequestHead
  ) -> (path: MethodPath, metadata: Metadata, timeout: Duration?)? {
    guard case .call(let path, let metadata, let timeout) = head.outcome else { return nil }
    return (path, metadata, timeout)
  }

  @Test func `a plain request is a call without metadata`() throws {
    let call = try #require(Self.call(Self.head()))
    #expect(call.path == Self.known)
    #expect(call.metadata.isEmpty)
    #expect(call.timeout == nil)
  }

  @Test func `a path that nobody knows is a call as well`() throws {
    let call = try #require(Self.call(Self.head(without: ":path", [(":path", "/x.Y/Z")])))
    #expect(call.path.path == "/x.Y/Z")
  }

  @Test func `own names are metadata, in order`() throws {
    let head = Self.head([
      ("x-a", "1"), ("b-bin", "AQI=,AwQ"), ("x-a", "2"), ("content-language", "de"),
      ("content-length", "7"), ("cookie", "c"), ("x-empty", ""),
    ])
    let entries = try #require(Self.call(head)).metadata.entries
    #expect(
      entries.map(\.name) == [
        "x-a", "b-bin", "b-bin", "x-a", "content-language", "cookie", "x-empty",
      ])
    #expect(entries[1].value == .binary([1, 2]))
    #expect(entries[2].value == .binary([3, 4]))
  }

  @Test(arguments: ["grpc-trace-bin", "grpc-tags-bin", "grpc-status", "grpc-anything"])
  func `names of gRPC are no metadata`(name: String) throws {
    let call = try #require(Self.call(Self.head([(name, "AAAA")])))
    #expect(call.metadata.isEmpty)
  }

  @Test(
    arguments: [("identity", nil), ("gzip", MessageEncoding.gzip), ("br", nil)]
      as [(String, MessageEncoding?)])
  func `encodings are read`(name: String, answer: MessageEncoding?) {
    let head = Self.head([("grpc-accept-encoding", "identity, \(name),nothing")])
    #expect(head.answerEncoding == answer)
    #expect(head.namesEncodings)
    #expect(!Self.head().namesEncodings)
  }

  @Test(arguments: [
    [("grpc-timeout", "1S"), ("grpc-timeout", "x")],
    [("grpc-timeout", "x"), ("grpc-timeout", "1S")],
    [("a-bin", "="), ("a-bin", "AAAA")],
  ])
  func `one field that is wrong is enough`(fields: [(String, String)]) {
    guard case .refused(.call(let status)) = Self.head(fields).outcome else {
      Issue.record("it was taken")
      return
    }
    #expect(status.code == .internal)
  }

  @Test func `what is not gRPC is told so in HTTP, whatever else is wrong`() {
    let fields = [("grpc-timeout", "x"), ("a-bin", "="), ("grpc-encoding", "br")]
    guard case .refused(.http(415, _, _)) = Self.head(without: "content-type", fields).outcome
    else {
      Issue.record("it was taken for gRPC")
      return
    }
  }

  @Test func `bytes that are no text do no harm`() throws {
    var head = Self.head()
    let junk: [UInt8] = [0xff, 0xfe, 0x80]
    head.add(Array("x-junk".utf8).span, junk.span)
    head.add(Array("x-bin".utf8).span, [UInt8]().span)
    head.add([UInt8]().span, junk.span)
    let call = try #require(Self.call(head))
    #expect(call.metadata[text: "x-junk"] == "\u{fffd}\u{fffd}\u{fffd}")
    #expect(call.metadata[binary: "x-bin"] == [])
  }
}
