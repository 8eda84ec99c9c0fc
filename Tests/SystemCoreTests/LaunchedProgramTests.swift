internal import SystemCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct LaunchedProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func shell(
    _ script: String, environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  ) throws -> LaunchedProgram {
    try LaunchedProgram(["/bin/sh", "-c", script], environment: environment)
  }

  @Test(arguments: [Int32](arrayLiteral: 0, 1, 7, 255))
  func `what it returns is known`(code: Int32) async throws {
    let ending = try await shell("exit \(code)").ending()
    #expect(ending.exitCode == code)
    #expect(ending.signal == nil)
  }

  @Test func `the signal that ends it is known, to everybody who asks`() async throws {
    let program = try shell("kill -SEGV $$")
    async let one = program.ending()
    async let other = program.ending()
    let endings = await [one, other, program.ending()]
    #expect(endings.allSatisfy { $0.exitCode == nil && $0.signal == 11 })
  }

  @Test func `it gets its words and its environment, and nothing else`() async throws {
    let path = folder.file("seen")
    let program = try LaunchedProgram(
      ["/bin/sh", "-c", "printf '%s|' \"$@\" >\"$OUT\"; env >>\"$OUT\"", "sh", "a b", "", "$HOME"],
      environment: ["PATH": "/usr/bin:/bin", "OUT": path])
    #expect(await program.ending().exitCode == 0)
    let lines = String(decoding: try folder.read("seen"), as: UTF8.self).split(separator: "\n")
    #expect(lines.first?.hasPrefix("a b||$HOME|") == true)
    let names = Set(
      lines.joined(separator: "\n").split(separator: "|").last?.split(separator: "\n")
        .compactMap { $0.split(separator: "=").first.map(String.init) } ?? [])
    // The shell sets these itself.
    #expect(names.subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == ["PATH", "OUT"])
  }

  @Test func `no descriptor of ours is open in it, and its streams lead nowhere`() async throws {
    let pair = try Socket.pair()
    let program = try LaunchedProgram(
      [
        "/usr/bin/find", "/proc/self/fd", "-type", "l", "-fprintf", folder.file("seen"), "%f %l\\n",
      ], environment: [:])
    #expect(await program.ending().exitCode == 0)
    withExtendedLifetime(pair) {}
    let lines = String(decoding: try folder.read("seen"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    #expect(Set(lines).isSuperset(of: ["0 /dev/null", "1 /dev/null", "2 /dev/null"]))
    // It opens files of its own, but nothing of what a loop and a connection need.
    #expect(!lines.contains { $0.contains(":[") || $0.contains("anon_inode") })
  }

  @Test func `signals do in it what they usually do`() async throws {
    // In a shell, a signal that is ignored from the start can not be trapped.
    let program = try shell("trap 'exit 9' TERM; kill -TERM $$; exit 1")
    #expect(await program.ending().exitCode == 9)
  }

  @Test func `it ends with its whole group, at once where it does not listen`() async throws {
    let polite = try shell("sleep 1000 & wait")
    polite.end(within: .seconds(60))
    #expect(await polite.ending().signal == 15)

    let path = folder.file("ready")
    let deaf = try shell("trap '' TERM; mkfifo \(path).pipe; sleep 1000 & echo >\(path).pipe; wait")
    // The pipe opens once the program listens no more.
    let opened = try RunningProgram.run(
      "/bin/sh", ["-c", "until [ -p \(path).pipe ]; do :; done; read line <\(path).pipe"],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(opened.exitCode == 0)
    deaf.end(within: .milliseconds(1))
    #expect(await deaf.ending().signal == 9)
    // To end what has ended does nothing.
    deaf.end(within: .zero)
  }

  @Test(arguments: [[], [""], ["true"], ["/bin/sh", "a\0b"]])
  func `what is no command is refused`(words: [String]) throws {
    #expect(throws: SystemError.self) { try LaunchedProgram(words, environment: [:]) }
  }

  @Test func `a program that is not there, or is none, is an error`() throws {
    let missing = #expect(throws: SystemError.self) {
      try LaunchedProgram([folder.file("nobody")], environment: [:])
    }
    #expect(missing?.code == .notFound)
    try folder.write(Array("text".utf8), to: "text")
    let text = #expect(throws: SystemError.self) {
      try LaunchedProgram([folder.file("text")], environment: [:])
    }
    #expect(text?.code == .notPermitted)
  }

  @Test func `many at once all end`() async throws {
    let codes = try await withThrowingTaskGroup(of: Int32?.self) { group in
      for code in 0..<32 {
        group.addTask { try await shell("exit \(code)").ending().exitCode }
      }
      return try await group.reduce(into: Set<Int32>()) { codes, code in
        if let code { codes.insert(code) }
      }
    }
    #expect(codes == Set(0..<32))
  }
}
