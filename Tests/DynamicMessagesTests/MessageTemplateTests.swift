internal import DynamicMessages
internal import ProtobufWire
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct MessageTemplateTests {
  private let pool: DescriptorPool

  init() throws {
    pool = try Fixture.shared.get().pool
  }

  @Test(arguments: [
    "all.Scalars", "all.Lists", "all.Maps", "all.Choice", "all.Known", "old.Base",
    "google.protobuf.Timestamp", "google.protobuf.Any", "google.protobuf.Value",
  ])
  func `a template can be sent as it is`(message: String) throws {
    let template = try #require(MessageTemplate.json(of: message, in: pool))
    let transcoder = MessageTranscoder(pool)
    let bytes = try transcoder.bytes(from: template, as: message)
    #expect(throws: Never.self) { try transcoder.json(from: bytes, as: message) }
  }

  @Test func `a template shows every field once`() throws {
    #expect(
      MessageTemplate.json(of: "all.Maps", in: pool)?.text
        == #"{"texts":{"":""},"scalars":{"0":{"aDouble":0,"aFloat":0,"anInt32":0,"anInt64":"0","#
        + #""aUint32":0,"aUint64":"0","aSint32":0,"aSint64":"0","aFixed32":0,"aFixed64":"0","#
        + #""aSfixed32":0,"aSfixed64":"0","aBool":false,"aString":"","aBytes":"","#
        + #""aColour":"COLOUR_NONE"}},"colours":{"false":"COLOUR_NONE"},"blobs":{"0":""},"#
        + #""doubles":{"0":0},"longs":{"0":"0"}}"#)
  }

  @Test func `a oneof shows its first field, and a message that holds itself stops there`() {
    #expect(
      MessageTemplate.json(of: "all.Choice", in: pool)?.text
        == #"{"text":"","maybe":0,"maybeText":""}"#)
  }

  @Test func `there is no template of what is no message`() {
    for name in ["", "all.Colour", "all.Service", "all"] {
      #expect(MessageTemplate.json(of: name, in: pool) == nil)
    }
  }

  @Test func `types that hold each other do not grow without end`() throws {
    let fields = (0..<10).map { "M@ f\($0) = \($0 + 1);" }.joined(separator: " ")
    let messages = (0..<12).map { number in
      "message M\(number) { \(fields.replacing("@", with: "\(number + 1)")) int32 x = 20; }"
    }
    let file = """
      syntax = "proto3";
      \(messages.joined(separator: "\n"))
      message M12 { int32 x = 1; }
      """
    let pool = try DescriptorPool(
      decodingSet: try ProtobufCompiler(["wide.proto": file]).descriptorSet())
    let template = try #require(MessageTemplate.json(of: "M0", in: pool))
    #expect(template.text.utf8.count < 20 * MessageTemplate.maximumValueCount)
    #expect(throws: Never.self) { try MessageTranscoder(pool).bytes(from: template, as: "M0") }
  }
}
