internal import ConformanceKit
internal import Testing

@Suite struct KnownFailuresTests {
  private let list = """
    # The first line says nothing.
    one/deviates   # it has no end  

    two/*
    """

  @Test func `a line gives a path and a reason`() throws {
    let known = try KnownFailures(list, file: "known")
    #expect(known.reason(for: "one/deviates") == "it has no end")
    #expect(known.reason(for: "two/doubts") == "")
    #expect(known.reason(for: "one/conforms") == nil)
    #expect(throws: Never.self) { try known.check(against: MadeUpCases.all) }
  }

  @Test func `a line that means no case is an error`() throws {
    let known = try KnownFailures("one\ntwo/gone # why", file: "known")
    let failure = #expect(throws: RunFailure.self) { try known.check(against: MadeUpCases.all) }
    #expect(
      failure?.message == "cannot use line 2 of known: no case has the path 'two/gone'")
  }

  @Test(arguments: ["one two", "one//two"]) func `a line that is no path is an error`(line: String)
  {
    let failure = #expect(throws: RunFailure.self) { try KnownFailures("\n\(line)", file: "known") }
    #expect(failure?.exit == .usage)
    #expect(failure?.message.hasPrefix("cannot use line 2 of known: ") == true)
  }

  @Test func `a known failure fails nothing`() throws {
    let known = try KnownFailures("one/deviates # slow", file: "known")
    let result = MadeUpCases.run([MadeUpCases.conforming, MadeUpCases.deviating], known: known)
    #expect(result.entries.map(result.standing) == [.held, .known])
    #expect(result.entries[1].knownReason == "slow")
    #expect(result.exit == .held)
  }

  @Test func `a known failure that passes is a failure`() throws {
    let known = try KnownFailures("one", file: "known")
    let result = MadeUpCases.run([MadeUpCases.conforming, MadeUpCases.deviating], known: known)
    #expect(result.entries.map(result.standing) == [.surprising, .known])
    #expect(result.exit == .deviates)
  }

  @Test func `a known failure that cannot be told is undecided`() throws {
    let known = try KnownFailures("two/doubts", file: "known")
    let result = MadeUpCases.run([MadeUpCases.doubting], known: known)
    #expect(result.exit == .undecided)
  }
}
