internal import ConformanceKit
internal import Testing

@Suite struct CommandWordsTests {
  @Test(arguments: [
    ("node --state {state}", ["node", "--state", "{state}"]),
    ("  'a b'  \"c 'd'\" e\\ f ''", ["a b", "c 'd'", "e f", ""]),
    ("x'y'\"z\"", ["xyz"]), ("'\\'", ["\\"]),
  ])
  func `a line becomes words`(line: String, words: [String]) throws {
    #expect(try CommandWords.split(line) == words)
  }

  @Test(arguments: ["", "  ", "'a", "\"a'", "a\\"])
  func `a line without end or words is refused`(line: String) {
    #expect(throws: RunFailure.self) { try CommandWords.split(line) }
  }
}
