internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import DyadServices
internal import PairingCommands
internal import RPCCore
private import Synchronization
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite(.timeLimit(.minutes(5))) struct PairShowTests {
  private static func attempt(_ refusal: String = "") -> WindowEventMessage {
    var attempt = WindowAttemptMessage()
    attempt.address = "192.168.7.9"
    attempt.refusal = refusal
    return WindowEventMessage(.attempt(attempt))
  }

  private static func shown() -> WindowEventMessage {
    var shown = PeerShownMessage()
    shown.peer = Devices.watch
    return WindowEventMessage(.shown(shown))
  }

  private static func run(
    _ words: [String] = [], _ events: [WindowEventMessage],
    _ change: (inout PairRun.Setting) -> Void = { _ in }
  ) async throws -> PairRun {
    try await ScriptedDaemon.run(
      window: { _, writer in for event in events { try await writer.send(event) } },
      { await PairRun(["show"] + words, at: $0, change) })
  }

  @Test func `a pair is made under the eyes of the owner`() async throws {
    let run = try await Self.run(
      [],
      [
        Devices.opened(), Self.attempt(), Self.attempt("busy"), Self.shown(),
        WindowEventMessage(.paired(Devices.watch)),
      ])
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(run.errors.isEmpty)
    for line in [
      "This is the phone \"Slate\".", "  id   \(Devices.phone.id)", "  key  \(Devices.keyText)",
      "  dyad pair join \(Devices.address)", "  dyad pair join [fd00::5]:7443",
      "  \(Devices.link)", "192.168.7.9 begins to pair.",
      "192.168.7.9 was refused: another device is being paired at this moment.",
      "The code was right. Its owner is asked whether to pair the watch \"Band\".",
      "  id   \(Devices.watch.id)", "Paired with the watch \"Band\".",
    ] { #expect(run.lines.contains(line), "\(line)") }
    #expect(run.output.contains("The code is 482913."))
    #expect(!run.output.contains("\u{1B}"), "no countdown without a terminal")
  }

  @Test func `programs get an event on each line`() async throws {
    let run = try await Self.run(
      ["--json", "--no-announce"],
      [
        Devices.opened(), Self.attempt("wrong-role"), Self.shown(),
        WindowEventMessage(.paired(Devices.watch)),
      ])
    #expect(run.exitCode == .success)
    #expect(try run.events == ["opened", "attempt", "shown", "paired"])
    let device =
      #"{"id":"\#(Devices.phone.id)","role":"phone","name":"Slate","#
      + #""key":"\#(Devices.keyText)"}"#
    #expect(
      run.lines.first == #"{"event":"opened","code":"482913","closesAt":"2026-11-21T08:02:00Z","#
        + #""addresses":["\#(Devices.address)","[fd00::5]:7443"],"link":"\#(Devices.link)","#
        + #""device":\#(device)}"#)
    #expect(run.lines[1] == #"{"event":"attempt","address":"192.168.7.9","refusal":"wrong-role"}"#)
    #expect(try run.json.last?["peer"]?["id"]?.stringValue == Devices.watch.id)
    #expect(run.errors.isEmpty)
  }

  @Test func `what is asked for reaches the daemon`() async throws {
    let asked = Mutex<[OpenWindowRequest]>([])
    try await ScriptedDaemon.run(
      window: { request, writer in
        asked.withLock { $0.append(request) }
        try await writer.send(WindowEventMessage(.paired(Devices.watch)))
      },
      { daemon in
        for words in [[], ["--for", "10m", "--strong", "--keep"], ["--for=90s", "--erase"]] {
          _ = await PairRun(["show"] + words, at: daemon)
        }
      })
    let requests = asked.withLock { $0 }
    #expect(requests.map(\.seconds) == [120, 600, 90])
    #expect(requests.map(\.digits) == [6, 8, 6])
    #expect(requests.map(\.rows) == [.refuse, .keep, .erase])
  }

  @Test(arguments: [
    ("wrong-code", ExitCode.refused, "cannot pair: the code is wrong", "'dyad pair show' makes"),
    ("expired", .failure, "cannot pair: the time is over", "'--for 10m'"),
    ("code-spent", .refused, "cannot pair: too many attempts broke off", "bad connection"),
    ("newer-word", .failure, "cannot pair: newer-word", "'dyad pair show' makes"),
  ])
  func `a window that closes tells why and what next`(
    word: String, code: ExitCode, message: String, advice: String
  ) async throws {
    let run = try await Self.run(["--json"], [Devices.opened(), Devices.closed(word)])
    #expect(run.exitCode == code)
    #expect(run.errors.hasPrefix("dyad: \(message)\n"), "\(run.errors)")
    #expect(run.errors.contains(advice), "\(run.errors)")
    #expect(run.lines.last == #"{"event":"closed","refusal":"\#(word)"}"#)
  }

  @Test func `a lock that follows is told`() async throws {
    let events = [Devices.opened(), Devices.closed("wrong-code", until: Devices.now + 60)]
    let run = try await Self.run(["--json"], events)
    #expect(run.errors.contains("another 1 minute, until 2026-11-21T08:01:00Z"), "\(run.errors)")
    #expect(try run.json.last?["lockedUntil"]?.stringValue == "2026-11-21T08:01:00Z")
    let reset = try await Self.run(
      [],
      [
        Devices.opened(), Devices.closed("wrong-code", needsUnlock: true),
      ])
    #expect(reset.errors.contains("Only 'dyad pair unlock'"), "\(reset.errors)")
  }

  @Test(arguments: [
    ("locked", "818000000" as String?, ExitCode.refused), ("already-paired", nil, .refused),
    ("window-open", nil, .busy), ("other-history", nil, .refused),
  ])
  func `a window that does not open tells why`(
    word: String, until: String?, code: ExitCode
  ) async throws {
    for words in [["show"], ["show", "--json"]] {
      let run = try await ScriptedDaemon.run(
        window: { _, _ in throw ScriptedDaemon.refusal(word, until: until) },
        { await PairRun(words, at: $0) })
      #expect(run.exitCode == code)
      #expect(run.errors.hasPrefix("dyad: cannot pair: "), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 2)
      #expect(try words.count == 1 ? run.output.isEmpty : run.events == ["refused"])
    }
  }

  @Test func `a device that listens nowhere has no link`() async throws {
    let opened = Devices.opened { $0.addresses = [] }
    let run = try await Self.run([], [opened, Devices.closed("expired")])
    #expect(run.output.contains("This device listens nowhere"))
    #expect(run.lines.last == "The code is 482913.")
    #expect(!run.output.contains("dyad:"))
    let json = try await Self.run(["--json"], [opened, Devices.closed("expired")])
    #expect(try json.json.first?["link"] == .null)
  }

  @Test func `the code is shown in large digits where they fit`() async throws {
    let events = [Devices.opened(), WindowEventMessage(.paired(Devices.watch))]
    let digits = BigDigits.lines("482913").joined(separator: "\n")
    for (columns, isShown) in [(nil as Int?, true), (50, true), (49, false)] {
      let run = try await Self.run(["--no-qr"], events) { $0.columns = columns }
      #expect(run.output.contains(digits) == isShown)
      #expect(run.output.contains("\nThe code is 482913."))
    }
  }

  @Test func `the link is shown as a picture where it fits`() async throws {
    let events = [Devices.opened(), WindowEventMessage(.paired(Devices.watch))]
    let drawn = try await Self.run([], events)
    let picture = drawn.lines.drop { !$0.hasSuffix("scan this:") }.dropFirst()
      .prefix { !$0.hasPrefix("or ") }
    #expect(Set(picture.map(\.count)).count == 1)
    let width = try #require(picture.first?.count)
    #expect(picture.count >= width / 2)
    #expect(picture.joined().allSatisfy { "█▀▄ ".contains($0) })
    let fitting = try await Self.run([], events) { $0.columns = width }
    #expect(fitting.output.contains(picture.joined(separator: "\n")))
    let smaller = try await Self.run([], events) { $0.columns = width - 1 }
    #expect(smaller.output.contains("▀") && !smaller.output.contains(picture.first ?? ""))
    for (words, columns) in [([], 40), (["--no-qr"], nil)] {
      let run = try await Self.run(words, events) { $0.columns = columns }
      #expect(!run.output.contains("▀"))
      #expect(run.output.contains(Devices.link))
    }
  }

  @Test(arguments: [
    (80, 24, true, false), (80, 50, true, true), (200, 60, true, true), (80, 18, false, false),
    (60, 14, false, false),
  ])
  func `all of it is on the screen, and the code is the last`(
    columns: Int, rows: Int, hasDigits: Bool, hasPicture: Bool
  ) async throws {
    let opened = Devices.opened { device in
      device.addresses += (1...9).map { "[fd00::\($0)]:7443" }
    }
    let run = try await Self.run([], [opened, WindowEventMessage(.paired(Devices.watch))]) {
      ($0.columns, $0.rows) = (columns, rows)
    }
    let shown = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().prefix { !$0.hasPrefix("Paired") }
    #expect(shown.last == "The code is 482913.")
    let lines = shown.reduce(0) { $0 + max(1, ($1.count + columns - 1) / columns) }
    // The countdown is one more.
    #expect(lines + 1 < rows, "\(run.output)")
    #expect(run.output.contains("██  ██  ██████") == hasDigits)
    #expect(run.output.contains("scan this:") == hasPicture)
    #expect(run.output.contains(Devices.link))
    #expect(run.output.contains("  dyad pair join \(Devices.address)"))
  }

  @Test func `ASCII has no pictures, and digits of number signs`() async throws {
    let events = [Devices.opened(), WindowEventMessage(.paired(Devices.watch))]
    let run = try await Self.run([], events) { $0.isASCII = true }
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
    #expect(run.output.contains("##  ##  ######") && !run.output.contains("scan"))
  }

  @Test func `names from elsewhere cannot steer the terminal`() async throws {
    var peer = Devices.watch
    peer.name = "a\u{1B}[2Jb"
    let run = try await Self.run([], [Devices.opened(), WindowEventMessage(.paired(peer))])
    #expect(run.lines.last == "Paired with the watch \"a\(TerminalText.replacement)[2Jb\".")
  }

  @Test func `answers that do not fit are refused`() async throws {
    for events in [
      [], [Self.attempt()], [Devices.opened(digits: "12345")],
      [Devices.opened(), Devices.opened()],
      [Devices.opened()], [Devices.opened(), Self.attempt()],
    ] {
      let run = try await Self.run([], events)
      #expect(run.exitCode == .failure)
      #expect(run.errors.contains("the daemon's answer does not fit the question"))
    }
    let newer = try await Self.run(
      [], [Devices.opened(), WindowEventMessage(), WindowEventMessage(.paired(Devices.watch))])
    #expect(newer.exitCode == .success)
  }

  @Test func `the countdown is one line that is written anew`() async throws {
    let ticks = AsyncStream.makeStream(of: Void.self)
    let slept = AsyncStream.makeStream(of: Void.self)
    let run = try await ScriptedDaemon.run(
      window: { _, writer in
        try await writer.send(Devices.opened())
        // The second time around, the line is on the screen.
        for _ in 0..<2 {
          for await _ in slept.stream { break }
          ticks.continuation.yield()
        }
        for await _ in slept.stream { break }
        try await writer.send(WindowEventMessage(.paired(Devices.watch)))
      },
      { daemon in
        await PairRun("show", at: daemon) { setting in
          setting.hasScreen = true
          setting.surroundings.sleep = { _ in
            slept.continuation.yield()
            for await _ in ticks.stream { return }
            throw CancellationError()
          }
        }
      })
    #expect(run.exitCode == .success)
    let countdown = "\rThe code holds for 2:00. Ctrl-C ends it.\u{1B}[K"
    #expect(run.output.contains(countdown + countdown + countdown))
    #expect(run.output.contains("\r\u{1B}[KPaired with the watch \"Band\".\n"))
  }

  @Test func `Ctrl-C closes the window`() async throws {
    let signals = AsyncStream.makeStream(of: Int32.self)
    let closed = AsyncStream.makeStream(of: Void.self)
    let run = try await ScriptedDaemon.run(
      window: { _, writer in
        try await writer.send(Devices.opened())
        signals.continuation.yield(2)
        do {
          try await Task.sleep(for: .seconds(3600))
        } catch {
          closed.continuation.yield()
          throw error
        }
      },
      { daemon in
        let run = await PairRun("show", at: daemon) { setting in
          setting.surroundings.interrupts = { signals.stream }
        }
        // The daemon notices.
        for await _ in closed.stream { break }
        return run
      })
    #expect(run.exitCode == .failure)
    #expect(run.errors.hasPrefix("dyad: cannot go on: it was interrupted\n  The code is worthless"))
  }

  /// Runs a window that is open until a line with this event was written.
  private static func run(
    _ words: [String], until event: String, _ change: (inout PairRun.Setting) -> Void
  ) async throws -> PairRun {
    let written = AsyncStream.makeStream(of: Void.self)
    return try await ScriptedDaemon.run(
      window: { _, writer in
        try await writer.send(Devices.opened())
        for await _ in written.stream { break }
        try await writer.send(WindowEventMessage(.paired(Devices.watch)))
      },
      { daemon in
        await PairRun(["show"] + words, at: daemon) { setting in
          change(&setting)
          setting.whenWritten = { text in
            if text.contains(#"{"event":"\#(event)"#) { written.continuation.yield() }
          }
        }
      })
  }

  @Test func `a device is announced by a name that tells nothing`() async throws {
    let announced = Mutex<[(name: String, port: UInt16, text: [String])]>([])
    let withdrawn = Mutex(0)
    for _ in 0..<2 {
      let run = try await Self.run(["--json"], until: "announced") { setting in
        setting.surroundings.announce = { name, port, text, body in
          announced.withLock { $0.append((name, port, text)) }
          defer { withdrawn.withLock { $0 += 1 } }
          try await body()
        }
      }
      #expect(run.exitCode == .success)
      #expect(try run.events == ["opened", "announced", "paired"])
      let name = announced.withLock { $0.last?.name }
      #expect(try run.json[1]["name"]?.stringValue == name)
    }
    let found = announced.withLock { $0 }
    #expect(withdrawn.withLock { $0 } == 2)
    #expect(found.count == 2)
    for each in found {
      #expect(each.name.hasPrefix("dyad-") && each.name.count == 9)
      #expect(each.port == 7443)
      #expect(each.text == ["v=1"])
    }
  }

  @Test func `without Avahi programs alone are told`() async throws {
    let run = try await Self.run(["--json"], until: "unannounced") { _ in }
    #expect(try run.events == ["opened", "unannounced", "paired"])
    #expect(try run.json[1]["detail"]?.stringValue == "nobody answers")
    let text = try await Self.run(
      [], [Devices.opened(), WindowEventMessage(.paired(Devices.watch))])
    #expect(!(text.output + text.errors).contains("nobody answers"))
  }

  @Test func `a device that shall not be found is not announced`() async throws {
    let announced = Mutex(false)
    for (words, opened) in [
      (["--no-announce"], Devices.opened()), ([], Devices.opened { $0.addresses = [] }),
    ] {
      _ = try await Self.run(words, [opened, WindowEventMessage(.paired(Devices.watch))]) {
        setting in
        setting.surroundings.announce = { _, _, _, _ in announced.withLock { $0 = true } }
      }
    }
    #expect(!announced.withLock { $0 })
  }

  @Test(arguments: [
    ["--for", "11m"], ["--for", "0s"], ["--for", "2"], ["--keep", "--erase"], ["482913"],
  ])
  func `words that do not fit are told before anything is opened`(words: [String]) async {
    let run = await PairRun(["show"] + words)
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains("See 'dyad pair show --help'."), "\(run.errors)")
  }
}
