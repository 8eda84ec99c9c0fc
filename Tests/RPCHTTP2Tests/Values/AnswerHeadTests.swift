internal import HTTP2Core
internal import RPCCore
internal import Testing

// @testable: what headers mean is decided inside the transport.
@testable internal import RPCHTTP2

@Suite struct AnswerHeadTests {
  private static func head(_ fields: [(String, String)]) -> AnswerHead {
    var head = AnswerHead()
    for (name, value) in fields { head.add(Array(name.utf8).span, Array(value.utf8).span) }
    return head
  }

  private static let good = [(":status", "200"), ("content-type", "application/grpc+proto")]

  @Test func `headers without a status let messages follow`() {
    let head = Self.head(Self.good + [("x-a", "1"), ("grpc-accept-encoding", "gzip")])
    #expect(head.status == nil)
    #expect(head.metadata == ["x-a": .text("1")])
    #expect(head.encoding == .identity)
  }

  @Test(arguments: [
    ("404", StatusCode.unimplemented), ("401", .unauthenticated), ("403", .permissionDenied),
    ("429", .unavailable), ("502", .unavailable), ("503", .unavailable), ("504", .unavailable),
    ("400", .internal), ("418", .unknown), ("500", .unknown),
  ])
  func `a status of HTTP stands for one of gRPC`(http: String, code: StatusCode) {
    let head = Self.head([(":status", http), ("content-type", "text/html")])
    #expect(head.status?.code == code)
  }

  @Test func `a status of gRPC counts more than one of HTTP`() {
    let head = Self.head([(":status", "503"), ("grpc-status", "5"), ("grpc-message", "no%20way")])
    #expect(head.status == Status(.notFound, "no way"))
  }

  @Test(arguments: ["x", "-1", "17", "99999999999999999999", ""])
  func `a status that is none is unknown`(value: String) {
    #expect(Self.head([("grpc-status", value)]).finalStatus.code == .unknown)
  }

  @Test(arguments: [
    ([(":status", "200"), ("content-type", "text/plain")], StatusCode.unknown),
    ([(":status", "200")], .unknown),
    (good + [("grpc-encoding", "br")], .internal), (good + [("a-bin", "=")], .internal),
  ])
  func `an answer that cannot be read has a status`(fields: [(String, String)], code: StatusCode) {
    #expect(Self.head(fields).status?.code == code)
  }

  @Test func `trailers without a status are an error`() {
    #expect(Self.head([("x-a", "1")]).finalStatus.code == .unknown)
  }

  @Test func `names of gRPC are no metadata, but for the details of a status`() {
    let head = Self.head([
      ("grpc-status", "3"), ("grpc-anything", "x"), ("grpc-status-details-bin", "AQ"),
    ])
    let names = head.metadata.entries.map(\.name)
    #expect(names == ["grpc-status-details-bin"])
  }
}
