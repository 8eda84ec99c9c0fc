internal import DyadServices
internal import ProtobufWire
internal import Testing

// The bytes are what `protoc --encode` writes.
@Suite struct ReflectionMessagesTests {
  @Test(arguments: [
    (ServerReflectionRequest(), ""),
    (
      ServerReflectionRequest(.fileByFilename("a.proto"), host: "h"),
      "0a 01 68 1a 07 61 2e 70 72 6f 74 6f"
    ),
    (ServerReflectionRequest(.fileContainingSymbol("p.M")), "22 03 70 2e 4d"),
    (
      ServerReflectionRequest(.fileContainingExtension(.init(type: "p.M", number: 100))),
      "2a 07 0a 03 70 2e 4d 10 64"
    ),
    (ServerReflectionRequest(.allExtensionNumbersOfType("p.M")), "32 03 70 2e 4d"),
    (ServerReflectionRequest(.listServices("")), "3a 00"),
  ])
  func `a question is the bytes that others write`(
    request: ServerReflectionRequest, text: String
  ) throws {
    #expect(request.encoded() == bytes(text))
    #expect(try ServerReflectionRequest(decoding: bytes(text)) == request)
  }

  @Test(arguments: [
    (
      ServerReflectionResponse(
        .files([[1, 2], []]), to: ServerReflectionRequest(.fileByFilename("a"), host: "h")),
      "0a 01 68 12 06 0a 01 68 1a 01 61 22 06 0a 02 01 02 0a 00"
    ),
    (
      ServerReflectionResponse(
        .extensionNumbers(ofType: "p.M", [100, 1000]), to: ServerReflectionRequest()),
      "12 00 2a 0a 0a 03 70 2e 4d 12 03 64 e8 07"
    ),
    (
      ServerReflectionResponse(.services(["p.A", "p.B"]), to: ServerReflectionRequest()),
      "12 00 32 0e 0a 05 0a 03 70 2e 41 0a 05 0a 03 70 2e 42"
    ),
    (
      ServerReflectionResponse(.failure(code: 5, message: "gone"), to: ServerReflectionRequest()),
      "12 00 3a 08 08 05 12 04 67 6f 6e 65"
    ),
    (ServerReflectionResponse(.files([]), to: ServerReflectionRequest()), "12 00 22 00"),
    (ServerReflectionResponse(), ""),
  ])
  func `an answer is the bytes that others write`(
    response: ServerReflectionResponse, text: String
  ) throws {
    #expect(response.encoded() == bytes(text))
    #expect(try ServerReflectionResponse(decoding: bytes(text)) == response)
  }

  @Test func `the last question counts`() throws {
    #expect(
      try ServerReflectionRequest(decoding: bytes("1a 01 61 3a 00")).messageRequest
        == .listServices(""))
    let merged = try ServerReflectionRequest(decoding: bytes("2a 03 0a 01 61 2a 02 10 07"))
    #expect(merged.messageRequest == .fileContainingExtension(.init(type: "a", number: 7)))
  }

  @Test(arguments: [
    ("22 02 0a 00 22 02 0a 00", ServerReflectionResponse.MessageResponse.files([[], []])),
    ("32 02 0a 00 32 02 0a 00", .services(["", ""])),
    ("2a 02 10 01 2a 03 0a 01 61", .extensionNumbers(ofType: "a", [1])),
    ("3a 02 08 05 3a 03 12 01 61", .failure(code: 5, message: "a")),
    ("22 02 0a 00 32 02 0a 00", .services([""])),
  ])
  func `answers of one kind are merged, and the last kind counts`(
    text: String, answer: ServerReflectionResponse.MessageResponse
  ) throws {
    #expect(try ServerReflectionResponse(decoding: bytes(text)).messageResponse == answer)
  }

  @Test(arguments: ["1a 01 ff", "18 01", "2a 03 0a 01 ff", "2a 02 10"])
  func `a wrong question is refused`(text: String) {
    #expect(throws: WireError.self) { try ServerReflectionRequest(decoding: bytes(text)) }
  }
}
