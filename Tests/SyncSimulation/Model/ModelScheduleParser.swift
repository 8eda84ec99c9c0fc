package import TestSupport

/// Reads the text that `export-schedules` writes.
package struct ModelScheduleParser {
  private let lines: [Substring]
  private var next = 0

  package init(_ text: String) {
    lines = text.split(separator: "\n")
  }

  /// All schedules of the text; at least one.
  package mutating func readAll() throws(TestSupportError) -> [ModelSchedule] {
    var schedules: [ModelSchedule] = []
    repeat { schedules.append(try readSchedule()) } while next < lines.count
    return schedules
  }

  private mutating func readSchedule() throws(TestSupportError) -> ModelSchedule {
    let head = try readWords()
    guard head.count == 3, head[0] == "schedule",
      let profile = ModelSchedule.Profile(rawValue: String(head[2]))
    else {
      throw refusal("a schedule begins here")
    }
    var steps: [ModelSchedule.Step] = []
    var words = try readWords()
    while words.first != "settled" {
      steps.append(try readStep(words))
      words = try readWords()
    }
    guard words.count == 2, let hash = readHash(words[1]) else {
      throw refusal("the hash of the settled state is here")
    }
    var settled = ""
    while next < lines.count, lines[next].contains("|") {
      settled += lines[next] + "\n"
      next += 1
    }
    guard !steps.isEmpty, !settled.isEmpty else {
      throw refusal("a schedule has events and nodes")
    }
    return ModelSchedule(
      name: String(head[1]), profile: profile, steps: steps, settled: settled,
      settledHash: hash)
  }

  private func readStep(_ words: [Substring]) throws(TestSupportError) -> ModelSchedule.Step {
    let name = words.first ?? ""
    guard let operation = ModelEvent.Operation(rawValue: String(name)) else {
      throw refusal("there is no event '\(name)'")
    }
    let numbers = words.dropFirst().prefix(3).compactMap { Int($0) }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }), words.count <= 5 else {
      throw refusal("an event has three numbers")
    }
    let hash = words.count == 5 ? readHash(words[4]) : nil
    guard words.count == 4 || hash != nil else { throw refusal("a hash has 16 digits") }
    return ModelSchedule.Step(
      event: ModelEvent(operation, numbers[0], numbers[1], numbers[2]), hash: hash)
  }

  private func readHash(_ word: Substring) -> UInt64? {
    word.utf8.count == 16 ? UInt64(word, radix: 16) : nil
  }

  private mutating func readWords() throws(TestSupportError) -> [Substring] {
    guard next < lines.count else { throw refusal("the text ends too soon") }
    next += 1
    return lines[next - 1].split(separator: " ")
  }

  private func refusal(_ why: String) -> TestSupportError {
    TestSupportError("cannot read the schedules: line \(next): \(why)")
  }
}
