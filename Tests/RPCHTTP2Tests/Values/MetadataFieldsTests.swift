internal import HTTP2Core
internal import RPCCore
internal import TestSupport
internal import Testing

// @testable: how metadata travels is the transport's own affair.
@testable internal import RPCHTTP2

@Suite struct MetadataFieldsTests {
  private static func fields(of metadata: Metadata) -> [(name: String, value: String)] {
    var list = HeaderList()
    MetadataFields.append(metadata, to: &list)
    var fields: [(name: String, value: String)] = []
    list.forEachField { name, value in
      fields.append((String(repairing: name), String(repairing: value)))
    }
    return fields
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `metadata that was written is read again`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var metadata = Metadata()
    for index in 0..<10 {
      if Bool.random(using: &generator) {
        metadata.add("x-\(index % 3)-bin", .binary(generator.bytes(index)))
      } else {
        metadata.add("x-\(index % 3)", .text(String(repeating: "~", count: index)))
      }
    }
    var read = Metadata()
    for (name, value) in Self.fields(of: metadata) {
      let isRead = MetadataFields.add(
        Array(name.utf8).span, Array(value.utf8).span, to: &read)
      #expect(isRead)
    }
    #expect(read == metadata)
  }

  @Test func `what belongs to the transport is not passed on`() {
    var metadata = Metadata()
    for name in [
      "grpc-trace-bin", "grpc-status", "te", "content-type", "connection", "host", "user-agent",
      "x-own",
    ] {
      metadata.addReceived(Metadata.Entry(name: name, value: .text("AAAA")))
    }
    let names = Self.fields(of: metadata).map(\.name)
    #expect(names == ["x-own"])
  }

  @Test func `values that HTTP does not allow are left out`() {
    var metadata = Metadata()
    for value in ["a\r\nb", "a\0", " a", "good"] {
      metadata.addReceived(Metadata.Entry(name: "x", value: .text(value)))
    }
    let values = Self.fields(of: metadata).map(\.value)
    #expect(values == ["good"])
  }

  @Test(arguments: ["", "AQ", "AQ==", "AQ,AQ", ",", "AQ,,AQ"])
  func `bytes may come with padding and in several parts`(text: String) {
    var metadata = Metadata()
    let isRead = MetadataFields.add(
      Array("a-bin".utf8).span, Array(text.utf8).span, to: &metadata)
    #expect(isRead)
    #expect(
      metadata.entries.count == text.split(separator: ",", omittingEmptySubsequences: false).count)
  }
}
