internal import DyadServices
internal import ProtobufWire
internal import Testing

// The bytes are what `protoc --encode` writes.
@Suite struct HealthMessagesTests {
  @Test(arguments: [("", ""), ("dyad", "0a 04 64 79 61 64")])
  func `a question is the bytes that others write`(service: String, text: String) throws {
    let request = HealthCheckRequest(service: service)
    #expect(request.encoded() == bytes(text))
    #expect(try HealthCheckRequest(decoding: bytes(text)) == request)
  }

  @Test(arguments: [
    (ServingStatus.unknown, ""), (.serving, "08 01"), (.notServing, "08 02"),
    (.serviceUnknown, "08 03"),
  ])
  func `an answer is the bytes that others write`(status: ServingStatus, text: String) throws {
    let response = HealthCheckResponse(status: status)
    #expect(response.encoded() == bytes(text))
    #expect(try HealthCheckResponse(decoding: bytes(text)) == response)
  }

  @Test(arguments: ["08 04", "08 ff ff ff ff ff ff ff ff ff 01"])
  func `a status that is new to us is unknown`(text: String) throws {
    #expect(try HealthCheckResponse(decoding: bytes(text)).status == .unknown)
  }

  @Test(arguments: [
    ([:], ""),
    (["": ServingStatus.serving], "0a 06 0a 00 12 02 08 01"),
    (["a": .unknown], "0a 05 0a 01 61 12 00"),
    (["a": .serving, "b": .notServing], "0a 07 0a 01 61 12 02 08 01 0a 07 0a 01 62 12 02 08 02"),
  ])
  func `a list is the bytes that others write`(
    statuses: [String: ServingStatus], text: String
  ) throws {
    let response = HealthListResponse(statuses: statuses)
    #expect(response.encoded() == bytes(text))
    #expect(try HealthListResponse(decoding: bytes(text)) == response)
  }

  @Test func `an entry without key or value has the empty ones`() throws {
    #expect(
      try HealthListResponse(decoding: bytes("0a 00"))
        == HealthListResponse(statuses: ["": .unknown]))
    #expect(HealthListRequest().encoded().isEmpty)
    #expect(throws: Never.self) { try HealthListRequest(decoding: bytes("08 01")) }
  }

  @Test(arguments: [
    ("08 01", "grpc.health.v1.HealthCheckRequest.service"),
    ("0a 01 ff", "grpc.health.v1.HealthCheckRequest.service"),
    ("0a 02 61", "grpc.health.v1.HealthCheckRequest"),
  ])
  func `a wrong question is refused by name`(text: String, field: String) throws {
    let error = try #require(throws: WireError.self) {
      try HealthCheckRequest(decoding: bytes(text))
    }
    #expect(error.field == field)
  }
}
