internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import DyadServices
internal import RPCCore
internal import RPCHTTP2
private import Synchronization
internal import TestSupport
internal import Testing
internal import TextFormats

/// Listing, removing, changing the key and unlocking.
@Suite(.timeLimit(.minutes(5))) struct PairPeersTests {
  private final class Asked: Sendable {
    let requests = Mutex<[RemovePeerRequest]>([])

    var all: [RemovePeerRequest] { requests.withLock { $0 } }
  }

  private static var gone: PeerMessage {
    var peer = PeerMessage()
    peer.id = "G0NE-0000-0000-0000-0000-0003"
    peer.role = 2
    peer.name = "Old band"
    peer.state = .removed
    peer.pairedAt = Devices.now - 86_400
    peer.address = "192.168.7.8:7443"
    return peer
  }

  private static func run(
    _ words: [String], peers: [PeerMessage], told: Bool = true, _ asked: Asked = Asked(),
    _ change: (inout PairRun.Setting) -> Void = { _ in }
  ) async throws -> PairRun {
    try await ScriptedDaemon.run(
      { router in
        router.unary(PairingControlMethods.listPeers) { _, _ in
          var answer = ListPeersResponse()
          answer.peers = peers
          return answer
        }
        router.unary(PairingControlMethods.removePeer) { request, _ in
          asked.requests.withLock { $0.append(request) }
          guard let peer = peers.first(where: { $0.id == request.peer }) else {
            throw ScriptedDaemon.refusal("no-such-peer", .notFound)
          }
          var answer = RemovePeerResponse()
          answer.peer = peer
          answer.wasTold = told
          answer.wasErased = request.erase && told
          return answer
        }
      }, { await PairRun(words, at: $0, change) })
  }

  @Test func `devices are listed in a table`() async throws {
    let run = try await Self.run(["list"], peers: [Devices.watch, Self.gone])
    #expect(run.exitCode == .success)
    #expect(
      run.lines == [
        "NAME      ROLE   ID                             STATE    PAIRED SINCE          ADDRESS",
        "Band      watch  W4TC-0000-0000-0000-0000-0002  paired   -                     -",
        "Old band  watch  G0NE-0000-0000-0000-0000-0003  removed  2026-11-20T08:00:00Z  "
          + "192.168.7.8:7443",
      ])
    let json = try await Self.run(["list", "--json"], peers: [Devices.watch, Self.gone])
    #expect(
      json.lines.last
        == #"{"id":"\#(Self.gone.id)","role":"watch","name":"Old band","key":"unknown","#
        + #""state":"removed","pairedAt":"2026-11-20T08:00:00Z","address":"192.168.7.8:7443"}"#)
    #expect(json.lines.count == 2)
  }

  @Test func `no device is an empty list and a hint`() async throws {
    let run = try await Self.run(["list"], peers: [])
    #expect(run.exitCode == .success)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("'dyad pair show' here"))
    #expect(try await Self.run(["list", "--json"], peers: []).errors.isEmpty)
  }

  @Test(arguments: [[], ["Band"], ["w4tc"], ["W4TC0000"], [Devices.watch.id]])
  func `the device that is meant is removed`(words: [String]) async throws {
    let asked = Asked()
    let run = try await Self.run(
      ["remove"] + words, peers: [Devices.watch, Self.gone], asked
    ) { $0.input = ["Y\n"] }
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(run.errors == "Remove the watch \"Band\" (\(Devices.watch.id))? [y/N] ")
    #expect(asked.all.map(\.peer) == [Devices.watch.id])
    #expect(asked.all.map(\.erase) == [false])
    #expect(run.output == "Removed the watch \"Band\", which has been told.\n")
  }

  @Test func `whether it was told and what was erased is said`() async throws {
    let words = ["remove", "--yes", "--erase"]
    let told = try await Self.run(words, peers: [Devices.watch])
    #expect(told.lines.last == "All samples of this device are erased.")
    let later = try await Self.run(words, peers: [Devices.watch], told: false)
    #expect(
      later.lines == ["Removed the watch \"Band\". It will be told when it can be reached."])
    let gone = try await Self.run(["remove", "--yes"], peers: [Self.gone])
    #expect(gone.exitCode == .notFound)
    #expect(gone.errors.contains("it is removed already"))
    let json = try await Self.run(words + ["--json"], peers: [Devices.watch])
    #expect(try json.json.first?["told"] == .bool(true))
    #expect(try json.json.first?["erased"] == .bool(true))
    #expect(json.errors.isEmpty)
  }

  @Test func `nothing is removed without a yes`() async throws {
    let asked = Asked()
    let no = try await Self.run(["remove", "--erase"], peers: [Devices.watch], asked) {
      $0.input = ["n\n"]
    }
    #expect(no.exitCode == .refused)
    #expect(no.errors.contains(", and erase all samples of this watch? [y/N] "))
    let nobody = try await Self.run(["remove"], peers: [Devices.watch], asked) {
      $0.isTerminal = false
    }
    #expect(nobody.exitCode == .usage)
    #expect(nobody.errors.contains("Say --yes"))
    #expect(asked.all.isEmpty)
  }

  @Test func `a device that is not clear is not removed`() async throws {
    let asked = Asked()
    var twin = Devices.watch
    twin.id = "W4TC-0000-0000-0000-0000-0009"
    for words in [["remove", "--yes"], ["remove", "W4", "--yes"], ["remove", "Band", "--yes"]] {
      let run = try await Self.run(words, peers: [Devices.watch, twin], asked)
      #expect(run.exitCode == .usage)
      #expect(run.errors.contains("Name one by its id: \(Devices.watch.id), \(twin.id)."))
    }
    for words in [["remove", "--yes"], ["remove", "X", "--yes"], ["remove", "-y", "--", "-"]] {
      let run = try await Self.run(words, peers: words.count == 2 ? [] : [twin], asked)
      #expect(run.exitCode == .notFound)
      #expect(run.errors.contains("'dyad pair list' shows the devices"))
    }
    #expect(asked.all.isEmpty)
  }

  @Test func `a new key is told, and who does not know it yet`() async throws {
    var answer = RotateKeyResponse()
    answer.fingerprint = Devices.key
    answer.isDone = true
    let done = answer
    answer.isDone = false
    answer.waitingFor = [Devices.watch]
    let waiting = answer
    for (answer, words, last) in [
      (done, ["rotate"], "It holds from now on."),
      (waiting, ["rotate"], "  watch \"Band\" (\(Devices.watch.id))"),
      (
        done, ["rotate", "--json"],
        #"{"key":"\#(Devices.keyText)","done":true,"waitingFor":[]}"#
      ),
    ] {
      let run = try await ScriptedDaemon.run(
        { $0.unary(PairingControlMethods.rotateKey) { _, _ in answer } },
        { await PairRun(words, at: $0) })
      #expect(run.exitCode == .success)
      #expect(run.lines.last == last)
      #expect(run.output.contains(Devices.keyText))
    }
  }

  @Test func `the device is unlocked`() async throws {
    for (words, line) in [
      (["unlock"], "Wrong codes are forgotten: 'dyad pair show' shows codes again."),
      (["unlock", "--json"], #"{"unlocked":true}"#),
    ] {
      let run = try await ScriptedDaemon.run(
        { $0.unary(PairingControlMethods.unlock) { _, _ in UnlockResponse() } },
        { await PairRun(words, at: $0) })
      #expect(run.exitCode == .success)
      #expect(run.lines == [line])
    }
  }

  @Test(arguments: [
    (StatusCode.permissionDenied, ExitCode.refused, "Run this as the user"),
    (.invalidArgument, .usage, "See 'dyad pair --help'."),
    (.internal, .failure, "The log of 'dyadd'"), (.unavailable, .failure, "still runs"),
  ])
  func `a status without a refusal is told, too`(
    status: StatusCode, code: ExitCode, advice: String
  ) async throws {
    let run = try await ScriptedDaemon.run(
      { $0.unary(PairingControlMethods.unlock) { _, _ in throw RPCError(status, "why not") } },
      { await PairRun("unlock", at: $0) })
    #expect(run.exitCode == code)
    #expect(run.errors.hasPrefix("dyad: cannot unlock: "))
    #expect(run.errors.contains("why not"), "\(run.errors)")
    #expect(run.errors.contains(advice), "\(run.errors)")
  }

  @Test func `a daemon that does not pair is told`() async throws {
    let run = try await ScriptedDaemon.run({ _ in }, { await PairRun("list", at: $0) })
    #expect(run.exitCode == .failure)
    #expect(run.errors.contains("does not pair\n  Update 'dyadd'"), "\(run.errors)")
  }

  @Test func `a daemon that does not run is told`() async throws {
    let folder = try TemporaryFolder()
    let none = await PairRun("list", "--state", folder.path)
    #expect(none.exitCode == .failure)
    #expect(
      none.errors == "dyad: cannot reach the daemon: there is no socket "
        + "\(folder.file("operator.sock"))\n  Start it with 'dyadd', or name its folder with "
        + "--state as it was started with.\n")
    try folder.write([], to: "operator.sock")
    let nobody = await PairRun("list", "--state", folder.path)
    #expect(nobody.exitCode == .failure)
    #expect(nobody.errors.contains("nobody listens at"), "\(nobody.errors)")
    let long = await PairRun("list", "--state", "/" + String(repeating: "a", count: 120))
    #expect(long.exitCode == .usage)
    #expect(long.errors.contains("at most 107 bytes"))
  }
}
