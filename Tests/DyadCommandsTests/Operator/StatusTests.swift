internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import DyadServices
internal import PairingCommands
internal import RPCCore
private import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite(.timeLimit(.minutes(5))) struct StatusTests {
  @Test func `the node and its peers are told`() async throws {
    let asked = Asked<GetStatusRequest>()
    let run = try await PairRun.dyad(["status"], { $0.status(Nodes.phone(), asked: asked) })
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all.map(\.every) == [0])
    #expect(
      run.output == """
        This is the phone "Slate" (\(Devices.phone.id)), dyadd 0.1.0, running for 2 hours.
        1204 samples; nothing damaged.

        NAME  ROLE   STATE    LAG  EQUAL     ADDRESS
        Band  watch  settled    0  12 s ago  192.168.7.5:7443

        """)
  }

  @Test func `what holds of the node alone is told`() async throws {
    var status = Nodes.watch()
    status.peers = []
    status.samples = 1
    status.damaged = 2
    status.openRequests = 1
    let node = status
    let run = try await PairRun.dyad(["status"], { $0.status(node) })
    #expect(
      run.lines.dropFirst() == [
        "1 sample; 2 parts damaged ('dyad verify' lists them); what ends before "
          + "2026-11-14T08:00:00Z is not kept.",
        "1 request of apps waits: 'dyad requests' shows what for.",
        "It is not paired: 'dyad pair show' here and 'dyad pair join' on the other device do that.",
      ])
  }

  @Test func `what a peer lacks is unknown while it is away`() async throws {
    let away = Nodes.phone { peer in
      peer.connectedSince = nil
      peer.state = .retrying
    }
    let run = try await PairRun.dyad(["status"], { $0.status(away) })
    #expect(run.output.contains("Band  watch  retrying    -  12 s ago  192.168.7.5:7443\n"))
    let known = Nodes.phone { peer in
      peer.connectedSince = nil
      peer.lag = [Nodes.count(Types.heartRate, 3)]
    }
    let told = try await PairRun.dyad(["status"], { $0.status(known) })
    #expect(told.output.contains("Band  watch  settled    3  12 s ago"))
  }

  /// What a peer can have, and what is told of it.
  private static let troubles: [(String, @Sendable (inout PeerStatusMessage) -> Void, String)] = [
    (
      "lag",
      { $0.lag = [Nodes.count(Types.stepCount, 4), Nodes.count(Types.heartRate, 120)] },
      "The watch \"Band\" does not have 120 heartRate, 4 stepCount yet."
    ),
    (
      "retrying",
      { peer in
        peer.state = .retrying
        peer.failure = "the connection was refused"
        peer.nextTry = Devices.now + 8
      }, "The watch \"Band\": the connection was refused; tried again in 8 s."
    ),
    ("waiting", { $0.state = .waiting }, "has no address that is known here"),
    (
      "braked",
      { peer in
        peer.state = .braked
        peer.braked = [Nodes.count(Types.heartRate, 300)]
      },
      "alone (300 heartRate). 'dyad brake accept \(Devices.watch.id)' lets them pass; "
        + "'dyad brake refuse \(Devices.watch.id)' keeps"
    ),
    (
      "held", { $0.held = [Nodes.count(Types.heartRate, 9)] },
      "not trusted to delete: 9 heartRate. They stay until you decide: 'dyad brake accept "
        + "\(Devices.watch.id)' deletes them"
    ),
    ("ahead", { $0.clockSkew = 5 }, "The clock of the watch \"Band\" is 5 seconds ahead"),
    ("behind", { $0.clockSkew = -90 }, "is 1 minute 30 seconds behind: set the wrong one"),
    ("alarm", { $0.isAlarmed = true }, "restored from a backup, or copied"),
    (
      "peer's copy", { $0.isTwice = true },
      "The watch \"Band\" runs twice: two devices go on with copies"
    ),
    (
      "own copy", { $0.isThisTwice = true },
      "This device runs twice: another one that goes on with a copy"
    ),
    (
      "own failure", { $0.failure = "this phone cannot write its store: its disk is full" },
      "Nothing is synced with the watch \"Band\": this phone cannot write its store: its disk is full."
    ),
    ("failure", { $0.failure = "it is of another version" }, "\"Band\": it is of another version."),
  ]

  @Test(arguments: troubles.indices)
  func `every trouble is told with what it means`(index: Int) async throws {
    let (name, change, text) = Self.troubles[index]
    let run = try await PairRun.dyad(["status"], { $0.status(Nodes.phone(change)) })
    #expect(run.exitCode == .success)
    #expect(run.output.contains(text), "\(name): \(run.output)")
  }

  @Test func `small differences of clocks are no news`() async throws {
    let run = try await PairRun.dyad(["status"], { $0.status(Nodes.phone { $0.clockSkew = -1.9 }) })
    #expect(!run.output.contains("clock"))
  }

  @Test func `numbers of any size are told`() async throws {
    let run = try await PairRun.dyad(
      ["status"],
      { router in
        var status = Nodes.phone { peer in
          peer.lag = [Nodes.count("HKNew", .max), Nodes.count(Types.heartRate, .max)]
          peer.equalAt = .nan
          peer.nextTry = .infinity
          peer.clockSkew = -.infinity
        }
        status.samples = .max
        status.startedAt = -.infinity
        status.cutoff = .nan
        router.status(status)
      })
    #expect(run.exitCode == .success)
    #expect(run.output.contains("\(Int.max) samples"))
    #expect(run.output.contains("\(UInt64.max) HKNew"))
  }

  @Test func `what a mirror lacks is told`() async throws {
    func status(_ lag: UInt64, _ words: [String]) async throws -> String {
      try await PairRun.dyad(
        words,
        { router in
          var status = Nodes.phone()
          var mirror = MirrorStatusMessage()
          mirror.name = "ada 1f2e3d4c"
          mirror.lag = lag
          mirror.heardAt = status.now - 120
          status.mirrors = [mirror]
          router.status(status)
        }
      ).output
    }
    let behind = try await status(1, ["status"])
    #expect(behind.contains("The mirror of ada 1f2e3d4c lacks 1 change; heard 2 min ago."))
    #expect(try await status(0, ["status"]).contains("1f2e3d4c has everything;"))
    #expect(
      try await status(7, ["status", "--json"])
        .contains(#""mirrors":[{"name":"ada 1f2e3d4c","lag":7,"heardAt":"2026-11-21T07:58:00Z"}]"#))
  }

  @Test func `programs get all of it on a line`() async throws {
    let run = try await PairRun.dyad(
      ["status", "--json"],
      { router in
        router.status(
          Nodes.phone { peer in
            peer.lag = [Nodes.count(Types.heartRate, 3)]
            peer.isAlarmed = true
          })
      })
    #expect(
      run.output == #"""
        {"id":"\#(Devices.phone.id)","role":"phone","name":"Slate",\#
        "version":"0.1.0","now":"2026-11-21T08:00:00Z","startedAt":"2026-11-21T06:00:00Z",\#
        "samples":1204,"damaged":0,"diskFull":false,"keyIsAnother":false,"openRequests":0,\#
        "peers":[{"id":"\#(Devices.watch.id)",\#
        "role":"watch","name":"Band","state":"settled",\#
        "lag":[{"type":"heartRate","count":3}],"connectedSince":"2026-11-21T07:59:00Z",\#
        "equalAt":"2026-11-21T07:59:48Z","alarmed":true,"bytesSent":0,"bytesReceived":0,\#
        "address":"\#(Devices.address)"}],"mirrors":[]}

        """#)
  }

  @Test(arguments: [["status"], ["status", "--json"], ["status", "--watch"], ["sync"]])
  func `a terminal obeys no name`(words: [String]) async throws {
    let run = try await PairRun.dyad(
      words,
      { router in
        var status = Nodes.phone { peer in
          peer.name = Nodes.hostile
          peer.id = Nodes.hostile
          peer.failure = Nodes.hostile
          peer.address = Nodes.hostile
          peer.state = .retrying
        }
        status.name = Nodes.hostile
        status.version = Nodes.hostile
        router.status(status)
        router.refuse(OperatorMethods.syncNow, RPCError(.deadlineExceeded, "not equal"))
      })
    #expect(run.output.contains("retrying"))
    #expect(!Nodes.isObeyed(run.output), "\(run.output.debugDescription)")
    #expect(!Nodes.isObeyed(run.errors), "\(run.errors.debugDescription)")
  }

  @Test func `each change is a report where nobody watches`() async throws {
    let asked = Asked<GetStatusRequest>()
    let run = try await PairRun.dyad(
      ["status", "--watch"],
      { $0.status(Nodes.phone(), Nodes.phone { $0.state = .syncing }, asked: asked) })
    #expect(run.exitCode == .success)
    #expect(asked.all.map(\.every) == [1])
    #expect(!run.output.contains("\u{1B}"))
    let reports = run.output.split(separator: "\n\nThis")
    #expect(reports.count == 2)
    #expect(reports.first?.contains("settled") == true)
    #expect(reports.last?.contains("syncing") == true)
    let json = try await PairRun.dyad(
      ["status", "--watch", "--json"], { $0.status(Nodes.phone(), Nodes.phone()) })
    #expect(try json.json.count == 2)
  }

  @Test func `a screen is drawn over itself`() async throws {
    let run = try await PairRun.dyad(
      ["status", "--watch"],
      { router in
        router.status(
          Nodes.phone { $0.isAlarmed = true }, Nodes.phone { $0.name = Nodes.hostile })
      },
      { setting in
        setting.hasScreen = true
        setting.columns = 60
      })
    #expect(run.exitCode == .success)
    let frames = run.output.split(separator: "\u{1B}[H")
    #expect(frames.count == 2)
    for frame in frames {
      #expect(frame.hasSuffix("\u{1B}[J"))
      let lines = frame.dropLast(3).split(separator: "\n")
      for line in lines {
        #expect(line.hasSuffix("\u{1B}[K"))
        #expect(TerminalText.width(of: String(line.dropLast(3))) <= 60)
        #expect(!Nodes.isObeyed(String(line.dropLast(3))))
      }
    }
    #expect(frames.first?.contains("All is compared anew") == true, "sentences have all words")
  }

  @Test func `ages grow on a screen while nothing comes`() async throws {
    let (drawn, drawing) = AsyncStream.makeStream(of: Void.self)
    let (redrawn, redrawing) = AsyncStream.makeStream(of: Void.self)
    let time = Mutex(Devices.now)
    let frames = Mutex(0)
    var surroundings = PairingSurroundings.still
    surroundings.clock = WallClock { time.withLock { $0 } }
    surroundings.sleep = { _ in
      for await _ in drawn {
        time.withLock { $0 += 5 }
        return
      }
      try Task.checkCancellation()
    }
    let machine = surroundings
    let run = try await PairRun.dyad(
      ["status", "--watch"],
      { router in
        router.serverStreaming(OperatorMethods.getStatus) { _, writer, _ in
          try await writer.send(Nodes.phone())
          for await _ in redrawn { break }
        }
      },
      { setting in
        setting.hasScreen = true
        setting.surroundings = machine
        setting.whenWritten = { _ in
          let count = frames.withLock { frames in
            frames += 1
            return frames
          }
          if count == 1 { drawing.yield() }
          if count == 2 { redrawing.yield() }
        }
      })
    #expect(run.exitCode == .success)
    #expect(run.output.contains("12 s ago"))
    #expect(run.output.contains("17 s ago"))
  }
}
