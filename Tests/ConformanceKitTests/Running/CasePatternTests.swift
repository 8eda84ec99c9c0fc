internal import ConformanceKit
internal import Testing

@Suite struct CasePatternTests {
  @Test(arguments: [
    "sync", "sync/", "sync/hello", "sync/hello/phone-first", "sync/*/phone-first", "*/hello",
    "sync/hello/phone-*", "sync/hello/*-first", "sync/hello/p*e-f*t", "**", "**/phone-first",
    "sync/**/phone-first", "sync/**", "sync/hello/**", "**/hello/**", "sync/**/hello",
  ])
  func `a pattern means the case`(pattern: String) throws {
    #expect(try CasePattern(pattern).matches("sync/hello/phone-first"))
  }

  @Test(arguments: [
    "syn", "sync/hell", "hello", "sync/phone-first", "*/phone-first", "sync/hello/phone",
    "sync/hello/phone-first/more", "sync/hello/*x", "sync*first", "**/hell", "sync/*/*/*",
    "sync/hello/phone-first-", "*hello/**",
  ])
  func `a pattern does not mean the case`(pattern: String) throws {
    #expect(try !CasePattern(pattern).matches("sync/hello/phone-first"))
  }

  @Test(arguments: ["", "/", "/sync", "sync//hello", "sync/hello//"])
  func `an empty segment is refused`(pattern: String) {
    #expect(throws: RunFailure.self) { try CasePattern(pattern) }
  }

  @Test func `many stars end soon`() throws {
    let pattern = try CasePattern(String(repeating: "*a", count: 60) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 4_000)))
  }
}
