internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore
internal import TestSupport
internal import Testing

/// Programs under test that are shell scripts, good and bad.
@Suite(.timeLimit(.minutes(2))) struct `Programs under test` {
  /// What a program says first that does nothing else wrong.
  private static let address = "echo listening tls 127.0.0.1:7\n"

  /// Starts a script; `hasty` waits less than people would.
  private static func node(
    _ script: String, hasty: Bool = false, _ scene: Scene = Scene()
  ) throws -> Node {
    var patience = Node.Patience()
    if hasty { (patience.starting, patience.ending) = (.milliseconds(500), .milliseconds(500)) }
    patience.stopping = .milliseconds(500)
    return try Node(
      .program(["/bin/sh", "-c", script], hasVirtualTime: false), role: .watch, scene: scene,
      patience: patience)
  }

  /// Why a script is no node.
  private static func failure(of script: String) throws -> TargetError {
    try #require(throws: TargetError.self) { _ = try node(script, hasty: true) }
  }

  /// Whether a process is there and has not ended.
  private static func isRunning(_ number: String) -> Bool {
    // A process that is gone has no file.
    guard let bytes = try? FileSystem.readFile("/proc/\(number)/stat", atMost: 4_096) else {
      return false
    }
    return !String(decoding: bytes, as: UTF8.self).contains(") Z ")
  }

  private static func lines(_ path: String) throws -> [String] {
    String(decoding: try FileSystem.readFile(path, atMost: 4_096), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test func `a program says where it is, and is gone with its folder in the end`() throws {
    let node = try Self.node(
      """
      test -d {state} && echo "$$ {role}" >{state}/file
      echo started >&2
      printf 'hello\\nlistening unix {state}/a b\\nlistening tls [::1]:65535\\nlistening operator /o\\n'
      echo code 123456
      exec sleep 1000
      """)
    #expect(node.address == "[::1]:65535")
    let folder = try #require(node.stateFolder)
    #expect(node.appSocket == "\(folder)/a b")
    #expect(node.operatorSocket == "/o")
    #expect(try FileSystem.rights(of: folder) == FileRights(mode: 0o700, owner: Machine.user))
    let words = try #require(try Self.lines("\(folder)/file").first).split(separator: " ")
    #expect(words.count == 2)
    #expect(words.last == "watch")
    #expect(Self.isRunning(String(words[0])))
    node.stop()
    #expect(!Self.isRunning(String(words[0])))
    #expect(node.output == ["started"])
    #expect(throws: NotHere.self) { try node.restart(kill: true) }
  }

  @Test func `a folder goes with its node`() throws {
    let folder: String
    do {
      let node = try Self.node(Self.address + "mkdir -p {state}/a/b; exec sleep 1000")
      folder = try #require(node.stateFolder)
      #expect(try FileSystem.exists(folder))
    }
    #expect(try !FileSystem.exists(folder))
  }

  @Test func `a program that says nothing is waited for, and no longer`() throws {
    let start = ContinuousClock.now
    let failure = try Self.failure(of: "echo what for >&2; exec sleep 1000")
    #expect(failure.reason.contains("did not print a line 'listening tls HOST:PORT' within 0.5 s"))
    #expect(failure.lines == ["what for"])
    #expect(start.duration(to: .now) < .seconds(10))
  }

  @Test(arguments: [
    "printf 'listening tls 127.0.0.1:7'", "echo listening tls 127.0.0.1:0",
    "echo listening tls 127.0.0.1:65536", "echo listening tls 127.0.0.1:+7",
    "echo listening tls :7", "echo listening tls 127.0.0.1", "echo ' listening tls 127.0.0.1:7'",
    "echo listening tls 127.0.0.1:7 8", "echo listening tls 127.0.0.1:", "echo listening tls",
    "head -c 2000 /dev/zero | tr '\\0' ' '; echo listening tls 127.0.0.1:7",
  ])
  func `what is no address is none`(script: String) throws {
    let failure = try Self.failure(of: script + "; exec sleep 1000")
    #expect(failure.reason.contains("did not print"))
  }

  @Test func `a program that ends at once says why`() throws {
    let ended = try Self.failure(of: "echo one >&2; echo 'no room' >&2; exit 3")
    #expect(ended.reason.contains("it ended with exit code 3 before it printed"))
    #expect(ended.lines == ["one", "no room"])
    #expect("\(ended)".contains("no room"))
    let killed = try Self.failure(of: "kill -SEGV $$")
    #expect(killed.reason.contains("signal 11 ended it"))
    let missing = try #require(throws: TargetError.self) {
      _ = try Node(
        .program(["/nowhere/at-all"], hasVirtualTime: false), role: .phone, scene: Scene())
    }
    #expect(missing.reason.contains("could not be found or run"))
    for words in [[], [""], ["a\0b"]] {
      #expect(throws: TargetError.self) {
        _ = try Node(.program(words, hasVirtualTime: false), role: .phone, scene: Scene())
      }
    }
  }

  @Test func `a program that goes on without its output is none`() throws {
    let failure = try Self.failure(of: "exec >&-; exec sleep 1000")
    #expect(failure.reason.contains("it closed its standard output"))
    // It may do so once all is said.
    let node = try Self.node(Self.address + "exec >&- 2>&-; exec sleep 1000")
    #expect(node.address == "127.0.0.1:7")
  }

  @Test func `a flood is no answer, and is not kept`() throws {
    for script in ["yes", "yes >&2", "cat /dev/zero", "yes | tr -d '\\n'"] {
      let failure = try Self.failure(of: script)
      #expect(failure.reason.contains("did not print"))
      #expect(failure.lines.count <= 200)
    }
  }

  @Test func `a program that prints much is never held up`() throws {
    let node = try Self.node(
      Self.address
        + """
        yes 'a line of words' | head -c 4000000
        yes 'a line of words' | head -c 4000000 >&2
        head -c 4000000 /dev/zero >&2
        echo >&2
        echo last >&2
        echo code 12345678
        exec sleep 1000
        """)
    #expect(try node.pairingCode() == "12345678")
    node.stop()
    #expect(node.output.count == 200)
    #expect(node.output.last == "last")
    #expect(node.output.allSatisfy { $0.utf8.count <= 1_024 })
  }

  @Test func `codes are given in the order in which they were printed`() throws {
    let node = try Self.node(
      Self.address
        + "echo code 123456; echo code 12345; echo code 1234567a; echo code 87654321\nexit")
    #expect(try node.pairingCode() == "123456")
    #expect(try node.pairingCode() == "87654321")
    let failure = try #require(throws: TargetError.self) { _ = try node.pairingCode() }
    #expect(failure.reason.contains("exit code 0 before it printed a line 'code DIGITS'"))
  }

  @Test func `whoever does not end is ended, with all that it started`() throws {
    let node = try Self.node(
      """
      trap '' TERM
      sleep 1000 &
      echo "$$ $!" >{state}/numbers
      echo listening tls 127.0.0.1:7
      while :; do sleep 1000; done
      """, hasty: true)
    let folder = try #require(node.stateFolder)
    let numbers = try #require(try Self.lines("\(folder)/numbers").first).split(separator: " ")
    #expect(numbers.allSatisfy { Self.isRunning(String($0)) })
    let failure = try #require(throws: TargetError.self) { try node.restart(kill: false) }
    #expect(failure.reason.contains("SIGTERM"))
    node.stop()
    #expect(numbers.count == 2)
    for number in numbers { #expect(!Self.isRunning(String(number))) }
  }

  @Test func `what a program started ends with it`() throws {
    let node = try Self.node("sleep 1000 &\necho $! >{state}/number\n" + Self.address + "wait")
    let number = try Self.lines("\(try #require(node.stateFolder))/number")[0]
    #expect(Self.isRunning(number))
    node.stop()
    #expect(!Self.isRunning(number))
  }

  @Test(arguments: [true, false])
  func `a program starts again in its folder, which a saboteur may have touched`(kill: Bool) throws
  {
    let scene = Scene()
    let node = try Self.node(
      """
      trap 'echo ended >>{state}/story; exit' TERM
      echo started >>{state}/story
      starts=$(grep -c started {state}/story)
      echo "start $starts" >&2
      echo "listening tls 127.0.0.1:$starts"
      while :; do sleep 0.01; done
      """, scene)
    let folder = try #require(node.stateFolder)
    scene.interference.restarts = { place in
      // What cannot be written is missed below.
      try? FileSystem.createFile("\(place)/touched", [])
    }
    #expect(node.address == "127.0.0.1:1")
    try node.restart(kill: kill)
    #expect(node.address == "127.0.0.1:2")
    #expect(node.stateFolder == folder)
    #expect(
      try Self.lines("\(folder)/story") == ["started"] + (kill ? [] : ["ended"]) + ["started"])
    #expect(try FileSystem.exists("\(folder)/touched"))
    node.stop()
    #expect(node.output.filter { $0.hasPrefix("start") } == ["start 1", "start 2"])
  }

  @Test func `a node that runs already is left alone`() throws {
    let node = try Node(
      .running(address: "127.0.0.1:7", code: "123456", operatorSocket: nil, appSocket: nil),
      role: .phone, scene: Scene())
    #expect(node.address == "127.0.0.1:7")
    #expect(try node.pairingCode() == "123456")
    #expect(throws: NotHere.self) { _ = try node.pairingCode() }
    #expect(throws: NotHere.self) { try node.restart(kill: true) }
    #expect(throws: NotHere.self) { try node.advanceClock(1) }
    #expect(throws: NotHere.self) { try node.owner("Operator/ListApps") }
    #expect(throws: NotHere.self) { _ = try node.app(token: nil) }
    #expect(Need.allCases.allSatisfy { !node.offers($0) })
    node.stop()
  }

  @Test func `nothing outlives a tool that is killed`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .signal(9)) { [path = path as String] in
      // The tool is the parent of what it starts, which ends it before it is told anything.
      let script = """
        sleep 1000 &
        echo "{state}" >\(path)/state
        echo "$$" "$!" >\(path)/numbers
        kill -KILL $PPID
        wait
        """
      _ = try Node(
        .program(["/bin/sh", "-c", script], hasVirtualTime: false), role: .phone, scene: Scene())
    }
    let numbers = try #require(try Self.lines(folder.file("numbers")).first).split(separator: " ")
    let state = try #require(try Self.lines(folder.file("state")).first)
    #expect(numbers.count == 2)
    // It is another process that ends them, which nobody here can wait for; the bound is far above it.
    for _ in 0..<600 {
      if try !FileSystem.exists(state) { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try !FileSystem.exists(state))
    for number in numbers { #expect(!Self.isRunning(String(number))) }
  }
}
