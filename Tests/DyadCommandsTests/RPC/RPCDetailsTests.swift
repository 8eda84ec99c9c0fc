internal import PeerSupport
internal import RPCCore
internal import TestSupport
internal import Testing
internal import TextFormats

/// What servers of other kinds add to a status, made by hand.
@Suite(.timeLimit(.minutes(5))) struct RPCDetailsTests {
  private static let status = """
    syntax = "proto3";
    package test.status;
    import "google/protobuf/any.proto";
    message Status {
      int32 code = 1;
      string message = 2;
      repeated google.protobuf.Any details = 3;
    }
    """

  private static func details() throws -> String {
    let bytes = try ProtobufCompiler(["status.proto": status]).encode(
      """
      code: 5 message: "m"
      details { type_url: "type.googleapis.com/test.other.Secret" value: "\\n\\001w" }
      details { type_url: "type.googleapis.com/test.nowhere.None" value: "abc" }
      """, as: "test.status.Status")
    return String(decoding: Base64.encode(bytes), as: UTF8.self)
  }

  /// Calls a server that answers the one call with a status and its details.
  private static func call(_ details: String, _ words: [String]) throws -> RunningProgram.Ending {
    let folder = try TemporaryFolder()
    try folder.write(EchoServer.descriptors.get(), to: "echo.binpb")
    let listener = try RawListener()
    let program = try RunningProgram(
      RunningProgram.builtPath("dyad"),
      ["rpc", "call", "--plaintext", "127.0.0.1:\(listener.port)", "test.echo.Echo/One"]
        + ["--protoset", folder.file("echo.binpb")] + words)
    var connection = RawConnection(try listener.accept(), expectsPreface: true)
    var writer = FrameWriter()
    writer.settings([])
    writer.settingsAcknowledgement()
    try connection.send(writer)
    let request = try connection.frames { $0.endsStream }
    var answer = FrameWriter()
    answer.headers(
      [
        (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "5"),
        ("grpc-message", "none%21"), ("grpc-status-details-bin", details),
      ], stream: try #require(request.last).stream, endStream: true)
    try connection.send(answer)
    return try program.finish()
  }

  @Test func `details are shown by their own declaration, or as bytes`() throws {
    let programs = try Self.call(Self.details(), ["--json"])
    #expect(programs.exitCode == 3)
    #expect(
      programs.errors == #"{"error":{"code":"NOT_FOUND","number":5,"message":"none!","#
        + #""details":[{"@type":"type.googleapis.com/test.other.Secret","word":"w"},"#
        + #"{"@type":"type.googleapis.com/test.nowhere.None","@bytes":"YWJj"}]}}"# + "\n")
    let people = try Self.call(Self.details(), [])
    #expect(
      people.errors.hasPrefix(
        "ERROR: Code: NOT_FOUND\n  Message: none!\n  Detail:\n    {\n      \"@type\""),
      "\(people.errors)")
  }

  @Test(arguments: ["", "/w", "CgE"])
  func `details that are none are left out`(details: String) throws {
    let ending = try Self.call(details, [])
    #expect(ending.errors == "ERROR: Code: NOT_FOUND\n  Message: none!\n")
  }
}
