internal import HealthModel
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import DyadCommands

// Testable, because when lines are handed out shows from outside only by the clock.
@Suite(.timeLimit(.minutes(5))) struct SampleInputTests {
  private static func line(_ number: Int, padding: Int = 0) -> String {
    let pad = String(repeating: "x", count: padding)
    return
      #"{"type":"stepCount","value":1,"unit":"count","start":\#(number),"metadata":{"p":"\#(pad)"}}"#
      + "\n"
  }

  private static func input(
    _ file: String, isPrompt: Bool = false, now: @escaping @Sendable () -> ContinuousClock.Instant
  ) -> SampleInput {
    var generator = SeededGenerator(seed: 1)
    return SampleInput(
      [file], uuids: UUIDSequence(using: &generator), isPrompt: isPrompt, now: now)
  }

  @Test func `lines that come slowly are handed out after a second, others in full groups`()
    async throws
  {
    let folder = try TemporaryFolder()
    // More than is read at once.
    try folder.write(
      Array((0..<3_000).map { Self.line($0, padding: 200) }.joined().utf8), to: "lines")
    let start = ContinuousClock.now
    let quick = Self.input(folder.file("lines")) { start }
    #expect(try await quick.next()?.group.entries.count == 3_000)
    let seconds = Mutex(0)
    let slow = Self.input(folder.file("lines")) {
      start.advanced(
        by: .seconds(
          seconds.withLock {
            $0 += 1
            return $0
          }))
    }
    var counts: [Int] = []
    while let batch = try await slow.next() { counts.append(batch.group.entries.count) }
    #expect(counts.count > 2 && counts.reduce(0, +) == 3_000, "\(counts)")
  }

  @Test(arguments: [false, true])
  func `half a line holds up no line that came before it`(isPrompt: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    let pipe = try NamedPipe(path: path)
    #expect(pipe.write(Self.line(1)))
    let hasCome = Mutex(false)
    // It is asked for the time when the first line was read, and before more is waited for.
    let input = Self.input(path, isPrompt: isPrompt) {
      if !hasCome.withLock({ hasCome in
        defer { hasCome = true }
        return hasCome
      }) {
        #expect(pipe.write(#"{"type":"stepCou"#))
      }
      return .now
    }
    #expect(try await input.next()?.group.entries.count == 1)
    #expect(pipe.write(#"nt","value":1,"unit":"count","start":2}"# + "\n"))
    #expect(try await input.next()?.group.entries.count == 1)
  }
}
