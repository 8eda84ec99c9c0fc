internal import RPCCore
internal import Testing

@Suite struct `A status code` {
  @Test(arguments: StatusCode.allCases)
  func `is read from its number`(code: StatusCode) {
    #expect(StatusCode(header: "\(code.rawValue)".utf8) == code)
  }

  @Test func `is one of seventeen, each with a name of its own`() {
    #expect(StatusCode.allCases.map(\.rawValue) == Array(0...16))
    #expect(Set(StatusCode.allCases.map(\.name)).count == 17)
  }

  @Test(arguments: ["17", "99", "100", "999999999"])
  func `of an unknown number is unknown`(header: String) {
    #expect(StatusCode(header: header.utf8) == .unknown)
  }

  @Test(arguments: [
    "", " ", "00", "01", "007", "-1", "+1", "1 ", " 1", "1.0", "0x1", "OK", "1\u{0}", "١",
    "1000000000",
    "99999999999999999999999999",
  ])
  func `of another form is none`(header: String) {
    #expect(StatusCode(header: header.utf8) == nil)
  }

  @Test(arguments: [
    (400, StatusCode.internal), (401, .unauthenticated), (403, .permissionDenied),
    (404, .unimplemented), (429, .unavailable), (431, .internal), (502, .unavailable),
    (503, .unavailable), (504, .unavailable), (200, .unknown), (204, .unknown), (302, .unknown),
    (415, .unknown), (500, .unknown), (-1, .unknown), (0, .unknown),
  ])
  func `stands for an answer without one`(httpStatus: Int, code: StatusCode) {
    #expect(StatusCode(httpStatus: httpStatus) == code)
  }

  @Test func `of an error is not ok`() {
    #expect(RPCError(.ok) == nil)
    #expect(RPCError(Status(.ok, "with a text")) == nil)
    for code in StatusCode.allCases where code != .ok {
      let error = RPCError(Status(code, "why"))
      #expect(error?.status == Status(code, "why"))
      #expect(error?.description == "\(code.name): why")
      #expect(RPCError(code, "").description == code.name)
    }
  }
}
