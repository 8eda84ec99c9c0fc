internal import Glibc
internal import SystemCore
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct StartedProcessTests {
  private static func shell(_ script: String, output: Int32? = nil) throws -> StartedProcess {
    try StartedProcess(["/bin/sh", "-c", script], settings: ["WORD=here"], output: output)
  }

  @Test func `how a program ends is known`() throws {
    let process = try Self.shell("exit 7")
    #expect(process.hasEnded(within: .seconds(30)))
    #expect(process.end(.kill, within: .zero))
    #expect(process.ending?.exitCode == 7)
    // Once it is over it is over.
    #expect(process.end(.terminate, within: .zero))
    #expect(process.ending?.exitCode == 7)
  }

  @Test func `a program that is told to end does so, or is killed`() throws {
    let obedient = try Self.shell("exec sleep 1000")
    #expect(!obedient.hasEnded(within: .zero))
    #expect(obedient.end(.terminate, within: .seconds(30)))
    #expect(obedient.ending?.signal == SIGTERM)
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { for end in ends { _ = close(end) } }
    let deaf = try Self.shell("trap '' TERM; echo; while :; do sleep 1000; done", output: ends[1])
    var byte: UInt8 = 0
    // It is deaf from here on.
    #expect(unsafe read(ends[0], &byte, 1) == 1)
    #expect(!deaf.end(.terminate, within: .milliseconds(100)))
    #expect(deaf.ending?.signal == SIGKILL)
  }

  @Test func `a program gets its streams and its environment, and nothing else`() throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    // No pipe, whose ends the shell has for a moment; the last one is where it reads the folder.
    let process = try Self.shell(
      "env | grep WORD; for fd in /proc/$$/fd/*; do printf '%s ' ${fd##*/}; done", output: ends[1])
    _ = close(ends[1])
    defer { _ = close(ends[0]) }
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 1_024)
    while true {
      let count = unsafe read(ends[0], &bytes, bytes.count)
      guard count > 0 else { break }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    #expect(text == "WORD=here\n0 1 2 3 ")
    #expect(process.hasEnded(within: .seconds(30)))
  }

  @Test func `a program that is not there is not started`() {
    #expect(throws: SystemError.self) {
      _ = try StartedProcess(["/nowhere/at-all"], settings: [])
    }
    #expect(throws: SystemError.self) { _ = try StartedProcess([], settings: []) }
  }
}
