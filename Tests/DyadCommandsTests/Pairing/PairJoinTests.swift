internal import CommandLineCore
internal import DyadCommands
internal import DyadServices
internal import PairingCommands
internal import PeerSupport
internal import RPCCore
internal import ServiceDiscovery
private import Synchronization
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct PairJoinTests {
  /// What a daemon was told.
  private final class Heard: Sendable {
    let commands = Mutex<[JoinCommandMessage.Command]>([])

    func take(_ command: JoinCommandMessage?) -> JoinCommandMessage.Command? {
      guard let command = command?.command else { return nil }
      commands.withLock { $0.append(command) }
      return command
    }

    var all: [JoinCommandMessage.Command] { commands.withLock { $0 } }
  }

  private static func start(
    _ address: String = Devices.address, rows: RowsPolicyMessage = .refuse, key: [UInt8] = []
  ) -> JoinCommandMessage.Command {
    var start = JoinStartMessage()
    start.address = address
    start.rows = rows
    start.fingerprint = key
    return .start(start)
  }

  /// A daemon that goes all the way if the code is the right one.
  private static func join(
    _ heard: Heard, ending: JoinEventMessage.Event = .paired(Devices.watch)
  ) -> ScriptedDaemon.Join {
    { commands, events in
      guard case .start? = heard.take(try await commands.next()) else { return }
      var claimed = Devices.watch
      claimed.name = "Says Band"
      try await events.send(JoinEventMessage(.reached(claimed)))
      guard case .code(let code)? = heard.take(try await commands.next()) else { return }
      guard code == "482913" else { throw ScriptedDaemon.refusal("wrong-code", .permissionDenied) }
      try await events.send(JoinEventMessage(.verified(Devices.watch)))
      guard case .approve(let isRight)? = heard.take(try await commands.next()) else { return }
      guard isRight else { throw ScriptedDaemon.refusal("declined", .permissionDenied) }
      try await events.send(JoinEventMessage(ending))
    }
  }

  private static func run(
    _ words: [String], ending: JoinEventMessage.Event = .paired(Devices.watch),
    _ change: (inout PairRun.Setting) -> Void = { _ in }
  ) async throws -> (PairRun, [JoinCommandMessage.Command]) {
    let heard = Heard()
    let run = try await ScriptedDaemon.run(
      join: Self.join(heard, ending: ending), { await PairRun(["join"] + words, at: $0, change) })
    return (run, heard.all)
  }

  @Test func `the owner types the code and sees who it is`() async throws {
    let (run, heard) = try await Self.run([Devices.address]) { setting in
      setting.secrets = ["482 913"]
      setting.input = ["y\n"]
    }
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(heard == [Self.start(), .code("482913"), .approve(true)])
    #expect(
      run.lines == [
        "Reached a device that says it is the watch \"Says Band\"; the code will prove it.",
        "The code is right. The other device is the watch \"Band\".",
        "  id   \(Devices.watch.id)", "  key  \(Devices.keyText)",
        "Paired with the watch \"Band\".",
      ])
    #expect(
      run.errors == "Connecting to \(Devices.address).\nCode: Pair with it? [y/N] ")
  }

  @Test func `input that is no terminal gives the code in a line`() async throws {
    let (run, heard) = try await Self.run([Devices.address, "--code", "-", "--yes"]) { setting in
      setting.isTerminal = false
      setting.input = ["482", "913\n"]
    }
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(heard == [Self.start(), .code("482913"), .approve(true)])
  }

  @Test func `one stream can give the code and the answer`() async throws {
    let (run, _) = try await Self.run([Devices.address, "--code=-"]) { setting in
      setting.input = ["482913\nyes\n"]
    }
    #expect(run.exitCode == .success, "\(run.errors)")
  }

  @Test func `a link says everything`() async throws {
    let (run, heard) = try await Self.run([Devices.link, "--yes", "--erase"]) { setting in
      setting.isTerminal = false
    }
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(
      heard == [Self.start(rows: .erase, key: Devices.key), .code("482913"), .approve(true)])
  }

  @Test func `a pin and a host without port reach the daemon`() async throws {
    let (run, heard) = try await Self.run(
      ["watch.local", "--yes", "--keep", "--code", "482913", "--pin", Devices.keyText])
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(heard.first == Self.start("watch.local:7443", rows: .keep, key: Devices.key))
  }

  @Test func `a link may be pasted where the code is asked for`() async throws {
    let (run, heard) = try await Self.run([Devices.address, "--yes"]) { setting in
      setting.secrets = [" \(Devices.link)\n"]
    }
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(heard == [Self.start(), .code("482913"), .approve(true)])
  }

  @Test func `a pasted link of another device gives its code to nobody`() async throws {
    let other = "dyad:\(Devices.address)#482913.\(String(repeating: "b6", count: 32))"
    let (run, heard) = try await Self.run([Devices.address, "--yes"]) { setting in
      setting.secrets = [other]
    }
    #expect(run.exitCode == .refused)
    #expect(run.errors.contains("cannot pair: it is not the device that was asked for"))
    #expect(heard == [Self.start()])
    #expect(!(run.output + run.errors).contains("482913"))
  }

  @Test func `another key than the pinned one is never approved`() async throws {
    let (run, heard) = try await Self.run(
      [Devices.address, "--yes", "--code", "482913", "--pin", String(repeating: "b6", count: 32)])
    #expect(run.exitCode == .refused)
    #expect(run.errors.contains("somebody may be in between"), "\(run.errors)")
    #expect(heard.last == .approve(false))
  }

  @Test func `what is no code is asked for again and not sent`() async throws {
    let (run, heard) = try await Self.run([Devices.address, "--yes"]) { setting in
      setting.secrets = ["48291", "hello", "482913"]
    }
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(heard == [Self.start(), .code("482913"), .approve(true)])
    #expect(run.errors.split(separator: "A code has 6 or 8 digits.").count == 3)
    let (tired, nothing) = try await Self.run([Devices.address, "--yes"]) { setting in
      setting.secrets = ["1", "2", "dyad:x", "482913"]
    }
    #expect(tired.exitCode == .invalidInput)
    #expect(tired.errors.contains("Nothing was sent, so the code is still good"))
    #expect(nothing == [Self.start()])
  }

  @Test(arguments: [["n\n"], ["\n"], ["yep\n"], []])
  func `whoever does not say yes is not paired`(input: [String]) async throws {
    let (run, heard) = try await Self.run([Devices.address]) { setting in
      setting.secrets = ["482913"]
      setting.input = input
    }
    #expect(run.exitCode == .refused)
    #expect(run.errors.contains("cannot pair: the owner said no"), "\(run.errors)")
    #expect(heard == [Self.start(), .code("482913"), .approve(false)])
    #expect(!run.output.contains("Paired"))
  }

  @Test(arguments: [false, true])
  func `a call that ends while the owner thinks is told at once`(hasCode: Bool) async throws {
    let asked = AsyncStream.makeStream(of: Void.self)
    let owner = try RawListener()
    let run = try await ScriptedDaemon.run(
      join: { commands, events in
        _ = try await commands.next()
        try await events.send(JoinEventMessage(.reached(Devices.watch)))
        if hasCode {
          _ = try await commands.next()
          try await events.send(JoinEventMessage(.verified(Devices.watch)))
        }
        for await _ in asked.stream { break }
        throw ScriptedDaemon.refusal("expired", .failedPrecondition)
      },
      { daemon in
        let words = hasCode ? ["--code", "482913"] : []
        return await PairRun(["join", Devices.address] + words, at: daemon) { setting in
          setting.read = {
            asked.continuation.yield()
            // Nobody types anything until the command has ended.
            _ = try? owner.accept()
            return []
          }
        }
      })
    _ = try RawConnection(port: owner.port)
    #expect(run.exitCode == .failure)
    #expect(run.errors.contains("cannot pair: the time is over"), "\(run.errors)")
  }

  @Test func `a wrong code tells to let the other show a new one`() async throws {
    for words in [[], ["--json"]] {
      let (run, _) = try await Self.run([Devices.address, "--yes", "--code", "111111"] + words)
      #expect(run.exitCode == .refused)
      #expect(
        run.errors.contains(
          "dyad: cannot pair: the code is wrong\n  A code is good for one try. Let the other device"
        ),
        "\(run.errors)")
      #expect(!(run.output + run.errors).contains("111111"))
      if !words.isEmpty { #expect(try run.events == ["reached", "refused"]) }
    }
  }

  @Test func `programs get an event on each line`() async throws {
    let (run, _) = try await Self.run([Devices.address, "--yes", "--code", "482913", "--json"])
    #expect(try run.events == ["reached", "verified", "paired"])
    #expect(
      run.lines.last == #"{"event":"paired","peer":{"id":"\#(Devices.watch.id)","role":"watch","#
        + #""name":"Band","key":"\#(Devices.keyText)","state":"paired"}}"#)
    #expect(run.errors.isEmpty)
  }

  @Test func `a pair that is not finished yet is told`() async throws {
    let (run, _) = try await Self.run(
      [Devices.address, "--yes", "--code", "482913"], ending: .pending(Devices.watch))
    #expect(run.exitCode == .success)
    #expect(run.lines.last?.contains("'dyad pair list' tells which") == true)
  }

  @Test(arguments: [
    ("wrong-role", ExitCode.refused, "dyadd --role"), ("clocks", .failure, "timedatectl"),
    ("unreachable", .failure, "firewall"), ("busy", .busy, "Wait until the other device"),
    ("already-paired", .refused, "'dyad pair remove'"), ("version", .failure, "Update"),
    ("window-closed", .failure, "Let the other device show a new code"),
    ("locked", .refused, "'dyad pair unlock' on the device that shows the code"),
    ("newer-word", .failure, "The daemon is newer than this program"),
  ])
  func `a refusal tells what to do`(word: String, code: ExitCode, advice: String) async throws {
    let run = try await ScriptedDaemon.run(
      join: { _, _ in throw ScriptedDaemon.refusal(word) },
      { await PairRun("join", Devices.address, "--yes", "--code", "482913", at: $0) })
    #expect(run.exitCode == code)
    #expect(run.errors.contains(advice), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `answers out of turn are refused`() async throws {
    let peer = Devices.watch
    for events: [JoinEventMessage.Event] in [
      [], [.verified(peer)], [.paired(peer)], [.reached(peer), .reached(peer)],
      [.reached(peer), .paired(peer)], [.reached(peer), .verified(peer)],
      [.reached(peer), .verified(peer), .verified(peer)],
    ] {
      let run = try await ScriptedDaemon.run(
        join: { _, writer in for event in events { try await writer.send(JoinEventMessage(event)) }
        },
        { await PairRun("join", Devices.address, "--yes", "--code", "482913", at: $0) })
      #expect(run.exitCode == .failure)
      #expect(run.errors.contains("the daemon's answer does not fit"), "\(run.errors)")
      #expect(!run.output.contains("Paired"))
    }
  }

  @Test(arguments: [
    (["h"], "cannot ask for the code", "--code -"),
    (["h", "--yes"], "cannot ask for the code", "--code -"),
    (["h", "--code", "482913"], "cannot ask whether to pair", "--yes"),
    ([Devices.link], "cannot ask whether to pair", "--yes"),
  ])
  func `without a terminal all has to be said before`(
    words: [String], message: String, advice: String
  ) async {
    // There is no daemon, so nobody was asked.
    let run = await PairRun(["join"] + words) { $0.isTerminal = false }
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains(message) && run.errors.contains(advice), "\(run.errors)")
  }

  @Test(arguments: [
    (["fd00::5"], "Put the address into brackets"), (["http://h"], "expected HOST"),
    (["h", "--code", "48291x"], "a code has 6 or 8 digits"),
    (["h", "--pin", "x"], "cannot use --pin: expected sha256//"),
    ([Devices.link, "--code", "482913"], "cannot use --code: the link has a code"),
    ([Devices.link, "--pin", String(repeating: "b6", count: 32)], "the link has another key"),
    (["dyad:h:1#482913"], "the link is not as the other device shows it"),
    (["h", "--keep", "--erase"], "--keep excludes it"), (["h", "482913"], "it takes 1"),
  ])
  func `words that do not fit are told without the code`(
    words: [String], message: String
  ) async {
    let run = await PairRun(["join"] + words)
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.errors.contains("4829"))
  }

  @Test(arguments: [[], ["\n"], ["48291\n"], ["\(Devices.link)\n"]])
  func `a line that is no code is not sent`(input: [String]) async {
    let run = await PairRun("join", "h", "--code", "-", "--yes") { $0.input = input }
    #expect(run.exitCode == .invalidInput)
    #expect(run.errors.contains("expected a line with 6 or 8 digits"))
    #expect(!run.errors.contains("4829"))
  }

  private static func service(_ address: String, _ text: [String] = ["v=1"]) -> FoundService {
    FoundService(name: "dyad-abcd", address: address, text: text)
  }

  @Test func `the only device on the network is taken`() async throws {
    let (run, heard) = try await Self.run(["--yes", "--code", "482913"]) { setting in
      setting.surroundings.browse = { time in
        #expect(time == .seconds(3))
        return [
          Self.service(Devices.address), Self.service(Devices.address),
          Self.service("[fd00::7]:1", ["v=2"]), Self.service("no address\u{1B}"),
        ]
      }
    }
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(heard.first == Self.start())
    #expect(run.errors.hasPrefix("Looking for a device that shows a code.\n"))
  }

  @Test func `what to type is told where the network does not`() async {
    let several = [Self.service("10.0.0.2:7443"), Self.service("10.0.0.1:7443")]
    let none = await PairRun("join") { $0.surroundings.browse = { _ in [] } }
    #expect(none.exitCode == .notFound)
    #expect(none.errors.contains("'dyad pair join HOST:PORT'"))
    let many = await PairRun("join") { $0.surroundings.browse = { _ in several } }
    #expect(many.exitCode == .usage)
    #expect(
      many.errors.contains(
        "Type one of 'dyad pair join 10.0.0.1:7443', 'dyad pair join 10.0.0.2:7443'."))
    let noAvahi = await PairRun("join")
    #expect(noAvahi.exitCode == .failure)
    #expect(noAvahi.errors.contains("cannot look for devices: nobody answers"))
    #expect(noAvahi.errors.contains("'dyad pair join HOST:PORT'"))
  }
}
