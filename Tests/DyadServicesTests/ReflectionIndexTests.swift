internal import DyadServices
internal import ProtobufWire
internal import TestSupport
internal import Testing

@Suite struct ReflectionIndexTests {
  private static let files = [
    "base.proto": """
    syntax = "proto2";
    package p;
    message Base { extensions 100 to 200; optional int32 x = 1; }
    """,
    "middle.proto": """
    syntax = "proto2";
    package p;
    import "base.proto";
    message Middle { optional Base base = 1; enum Kind { A = 0; } message Inner {} }
    extend Base { optional int32 extra = 150; optional int32 other = 101; }
    """,
    "top.proto": """
    syntax = "proto3";
    package p;
    import "middle.proto";
    import "base.proto";
    service Top { rpc Do(Middle) returns (stream Base); }
    """,
  ]
  private let index: ReflectionIndex
  private var session = ReflectionIndex.Session()

  init() throws {
    let set = try ProtobufCompiler(Self.files).descriptorSet()
    index = ReflectionIndex(try DescriptorPool(decodingSet: set), services: ["p.Top", "a.First"])
  }

  private mutating func names(
    _ question: ServerReflectionRequest.MessageRequest
  ) throws -> [String] {
    let response = index.answer(ServerReflectionRequest(question), in: &session)
    guard case .fileDescriptorResponse(let files) = response.messageResponse else { return [] }
    return try files.fileDescriptorProto.map { try FileDescriptor(decoding: $0).name }
  }

  @Test mutating func `services come by name`() {
    let request = ServerReflectionRequest(.listServices("anything"), host: "here")
    let response = index.answer(request, in: &session)
    #expect(response.messageResponse == .services(["a.First", "p.Top"]))
    #expect(response.originalRequest == request)
    #expect(response.validHost == "here")
  }

  @Test mutating func `a file comes with all that it imports`() throws {
    #expect(
      try names(.fileByFilename("top.proto")) == ["top.proto", "middle.proto", "base.proto"])
  }

  @Test mutating func `imports are sent once a call, the file itself whenever it is asked for`()
    throws
  {
    #expect(try names(.fileByFilename("middle.proto")) == ["middle.proto", "base.proto"])
    #expect(try names(.fileByFilename("top.proto")) == ["top.proto"])
    #expect(try names(.fileByFilename("top.proto")) == ["top.proto"])
    #expect(try names(.fileByFilename("base.proto")) == ["base.proto"])
    session = ReflectionIndex.Session()
    #expect(try names(.fileByFilename("middle.proto")) == ["middle.proto", "base.proto"])
  }

  @Test(arguments: [
    ("p.Top", "top.proto"), ("p.Top.Do", "top.proto"), ("p.Middle", "middle.proto"),
    ("p.Middle.base", "middle.proto"), ("p.Middle.Kind", "middle.proto"),
    ("p.Middle.Inner", "middle.proto"), ("p.extra", "middle.proto"), ("p.Base", "base.proto"),
    ("p.Base.x", "base.proto"),
  ])
  mutating func `a name leads to its file`(symbol: String, file: String) throws {
    #expect(try names(.fileContainingSymbol(symbol)).first == file)
  }

  @Test mutating func `an extension leads to the file that declares it`() throws {
    #expect(
      try names(.fileContainingExtension(.init(type: "p.Base", number: 150))).first
        == "middle.proto")
    let request = ServerReflectionRequest(.allExtensionNumbersOfType("p.Base"))
    let answer = index.answer(request, in: &session).messageResponse
    #expect(answer == .extensionNumbers(ofType: "p.Base", [101, 150]))
    let none = ServerReflectionRequest(.allExtensionNumbersOfType("p.Middle"))
    #expect(
      index.answer(none, in: &session).messageResponse == .extensionNumbers(ofType: "p.Middle", []))
  }

  @Test(arguments: [
    (
      ServerReflectionRequest.MessageRequest.fileByFilename("no.proto"), "there is no file no.proto"
    ),
    (.fileContainingSymbol("p.Nothing"), "there is no symbol p.Nothing"),
    (.fileContainingSymbol("p.Top.Undo"), "there is no symbol p.Top.Undo"),
    (.fileContainingSymbol(""), "there is no symbol "),
    (.fileContainingSymbol("p"), "there is no symbol p"),
    (.fileContainingSymbol(".p.Top"), "there is no symbol .p.Top"),
    (
      .fileContainingExtension(.init(type: "p.Base", number: 1)),
      "there is no extension 1 of message p.Base"
    ),
    (
      .fileContainingExtension(.init(type: "p.X", number: -1)),
      "there is no extension -1 of message p.X"
    ),
    (.allExtensionNumbersOfType("p.X"), "there is no message p.X"),
  ])
  mutating func `what is not there is said inside the answer`(
    question: ServerReflectionRequest.MessageRequest, message: String
  ) {
    let response = index.answer(ServerReflectionRequest(question), in: &session)
    #expect(response.messageResponse == .failure(code: 5, message: message))
  }

  @Test mutating func `a long name is not repeated in full`() throws {
    let request = ServerReflectionRequest(
      .fileContainingSymbol(String(repeating: "x", count: 100_000)))
    let response = index.answer(request, in: &session)
    guard case .errorResponse(let failure) = response.messageResponse else {
      Issue.record("an answer for a name that is not there")
      return
    }
    #expect(failure.errorMessage.utf8.count < 300)
  }

  @Test mutating func `no question is a wrong one`() {
    let answer = index.answer(ServerReflectionRequest(), in: &session).messageResponse
    #expect(answer == .failure(code: 3, message: "the request asks nothing that is known"))
  }

  @Test func `our own services are in the program`() throws {
    let pool = try ServedDescriptors.pool()
    let names = pool.services.map(\.fullName)
    for name in [
      "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
      "grpc.reflection.v1alpha.ServerReflection",
    ] {
      #expect(names.contains(name))
    }
    let watch = try #require(pool.service(named: "grpc.health.v1.Health")?.method(named: "Watch"))
    #expect(watch.isServerStreaming && !watch.isClientStreaming)
    #expect(watch.inputType == HealthCheckRequest.wireName)
    let info = pool.service(named: "grpc.reflection.v1.ServerReflection")?.methods.first
    #expect(info?.isServerStreaming == true && info?.isClientStreaming == true)
    #expect(info?.inputType == ServerReflectionRequest.wireName)
    #expect(info?.outputType == ServerReflectionResponse.wireName)
  }
}
