internal import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import Pairing
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `Trust between two daemons` {
  /// What somebody with an identity, or none, is answered by a node's port.
  private func answer<Request: Sendable, Response: Sendable>(
    of node: PairingNode, to method: Method<Request, Response>, _ request: Request,
    showing identity: Identity?
  ) async throws -> StatusCode {
    do {
      _ = try await withClient(try node.daemon.asNode(showing: identity)) {
        try await $0.call(method, request)
      }
      return .ok
    } catch let error as RPCError {
      return error.code
    }
  }

  /// What somebody is answered by each service.
  private func answers(of node: PairingNode, to identity: Identity?) async throws -> [StatusCode] {
    [
      try await answer(
        of: node, to: HealthMethods.check, HealthCheckRequest(), showing: identity),
      try await answer(of: node, to: TrustMethods.confirm, ConfirmRequest(), showing: identity),
      try await answer(
        of: node, to: ReflectionService.info, ServerReflectionRequest(.listServices("")),
        showing: identity),
      try await answer(
        of: node, to: PairingControlMethods.listPeers, ListPeersRequest(), showing: identity),
    ]
  }

  @Test func `a man in the middle with a key of his own is refused`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await watch.showingCode { code, window in
      let outcome = try await MiddleMan.pretending(toBe: watch.daemon.node) { address in
        try await Joining(address: address, code: code).run(on: phone)
      }
      #expect(outcome == .refused(.wrongCode))
      guard case .closed(let closed) = try await window.ending() else {
        throw TestSupportError("the window stays open")
      }
      #expect(closed.refusal == PairingError.Refusal.wrongCode.rawValue)
    }
    _ = try await `Pairing two daemons`.expectAgreement(phone, watch, arePaired: false)
  }

  @Test func `only the pinned key gets through, to any service, in both directions`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    let stranger = try Identity.make(
      commonName: "dyad node", validity: #require(Validity(notBefore: 0)))
    let (phoneKey, watchKey) = (try phone.daemon.identity(), try watch.daemon.identity())
    for (node, pinned, own) in [(phone, watchKey, phoneKey), (watch, phoneKey, watchKey)] {
      #expect(
        try await answers(of: node, to: pinned) == [.ok, .ok, .ok, .unimplemented])
      for other in [stranger, own, nil] {
        #expect(
          try await answers(of: node, to: other)
            == [StatusCode](repeating: .unavailable, count: 4))
      }
    }
    // While a code is shown strangers get as far as the pairing service, and no further.
    try await phone.showingCode { _, _ in
      let toStranger = try await answers(of: phone, to: stranger)
      let toPeer = try await answers(of: phone, to: watchKey)
      let toNobody = try await answers(of: phone, to: nil)
      #expect(toStranger == [StatusCode](repeating: .permissionDenied, count: 4))
      #expect(toPeer.first == .ok)
      #expect(toNobody.first == .unavailable)
    }
  }

  @Test func `a node tells nothing to somebody else at its peer's address`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    watch.crash()
    let impostor = try KnownImpostor(at: watch.daemon.node)
    try await impostor.running {
      let response = try await phone.asOwner {
        try await $0.call(PairingControlMethods.removePeer, RemovePeerRequest())
      }
      #expect(!response.wasTold)
    }
    #expect(impostor.calls.isEmpty)
    #expect(try await phone.peers().map(\.state) == [.removed])
  }

  @Test func `the end of a pair is told, and both clean up`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    let response = try await watch.asOwner {
      try await $0.call(PairingControlMethods.removePeer, RemovePeerRequest())
    }
    #expect(response.wasTold)
    #expect(try await watch.peers().isEmpty)
    #expect(try await phone.peers().isEmpty)
    let key = try watch.daemon.identity()
    #expect(try await answers(of: phone, to: key).first == .unavailable)
    try await `Pairing two daemons`.pair(phone, watch)
  }

  @Test func `a forgotten peer is told so when it comes back, and cleans up`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    watch.crash()
    let response = try await phone.asOwner {
      try await $0.call(PairingControlMethods.removePeer, RemovePeerRequest())
    }
    #expect(!response.wasTold)
    try watch.restart()
    try watch.daemon.program.waitForError(" pairing.ended-by-peer device=")
    #expect(try await watch.peers().isEmpty)
  }

  @Test func `connections of a peer end with the pair`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    let key = try watch.daemon.identity()
    try await withClient(try phone.daemon.asNode(showing: key)) { client in
      try await client.withCall(HealthMethods.watch) { call in
        try call.sendOnly(HealthCheckRequest())
        _ = try await call.receive()
        _ = try await phone.asOwner {
          try await $0.call(PairingControlMethods.removePeer, RemovePeerRequest())
        }
        await #expect(throws: RPCError.self) { try await call.receive() }
      }
    }
  }
}

// Strangers.
extension `Trust between two daemons` {
  @Test func `who cannot prove to be the peer cannot end the pair`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    watch.crash()
    // Says without any key, as anybody on the way could, that the certificate is revoked.
    let liar = try Socket.listen(at: watch.daemon.node)
    phone.crash()
    try phone.restart()
    var caller: Socket?
    while caller == nil {
      caller = try liar.accept()
      if caller == nil { try await Task.sleep(for: .milliseconds(10)) }
    }
    _ = try caller?.send([0x15, 0x03, 0x03, 0, 2, 2, 44])
    try phone.daemon.program.waitForError(" trust.unreached device=")
    #expect(try await phone.peers().map(\.state) == [.paired])
  }

  @Test func `a stranger's words choose no advice that does harm`() async throws {
    let phone = try PairingNode(.phone)
    let loop = try EventLoop(name: "stranger")
    let server = HTTP2Server(on: [loop])
    let identity = try Identity.make(
      commonName: "dyad node", validity: #require(Validity(notBefore: 0)))
    let address = try server.listen(
      at: .loopback(port: 0), .tls(try .server(identity: identity)))
    var router = Router()
    router.bidirectional(PairingMethods.pair) { _, _, _ in
      throw RPCError(
        .permissionDenied, String(repeating: "x ", count: 4_000),
        metadata: ["dyad-refusal": .text("not-paired")])
    }
    try await withThrowingTaskGroup(of: Void.self) { [router] group in
      group.addTask { try await server.run(router) }
      defer { group.cancelAll() }
      let outcome = try await Joining(address: "\(address)", code: "123456").run(on: phone)
      #expect(outcome == .refused(.malformed))
    }
    await loop.shutdown()
  }

  @Test func `silent guests keep nobody away, and do not outstay the window`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    let loop = try EventLoop(name: "guests")
    try await withThrowingTaskGroup(of: Void.self) { guests in
      try await watch.showingCode { code, window in
        for _ in 0..<9 {
          let stranger = try Identity.make(
            commonName: "dyad node", validity: #require(Validity(notBefore: 0)))
          let configuration = try watch.daemon.asNode(showing: stranger)
          guests.addTask {
            try await HTTP2Client.withClient(configuration, on: loop) { client in
              try await client.withCall(PairingMethods.pair) { call in
                // Says nothing, and hears at some time that it is not wanted.
                _ = await #expect(throws: RPCError.self) { try await call.receive() }
              }
            }
          }
          guard case .attempt = try await window.receive()?.event else {
            throw TestSupportError("no attempt is told of")
          }
        }
        let joining = Joining(address: watch.address, code: code)
        guard case .paired = try await joining.run(on: phone) else {
          throw TestSupportError("no pair")
        }
      }
      try await guests.waitForAll()
    }
    await loop.shutdown()
    _ = try await `Pairing two daemons`.expectAgreement(phone, watch, arePaired: true)
  }

  @Test func `a node that had peers may take the other role, for good`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    let role = ["--role", "phone"]
    try watch.stop()
    let refused = try RunningProgram.run(
      try RunningDaemon.path(), ["--state", watch.folder.path, "--listen", "127.0.0.1:0"] + role)
    #expect(refused.exitCode == ExitCode.refused.rawValue)
    #expect(refused.errors.contains("'dyad pair remove'"))
    try watch.restart()
    _ = try await watch.asOwner {
      try await $0.call(PairingControlMethods.removePeer, RemovePeerRequest())
    }
    try watch.stop()
    for _ in 0..<2 {
      let daemon = try RunningDaemon(in: watch.folder, role)
      daemon.program.receive(.terminate)
      #expect(try daemon.program.finish().exitCode == 0)
    }
  }
}

// Keys.
extension `Trust between two daemons` {
  @Test func `a new key waits for a former peer that has to be told with the old one`()
    async throws
  {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    watch.crash()
    _ = try await phone.asOwner {
      try await $0.call(PairingControlMethods.removePeer, RemovePeerRequest())
    }
    let response = try await phone.asOwner {
      try await $0.call(PairingControlMethods.rotateKey, RotateKeyRequest())
    }
    #expect(!response.isDone)
    #expect(response.waitingFor.map(\.state) == [.removed])
    try watch.restart()
    try watch.daemon.program.waitForError(" pairing.ended-by-peer device=")
    phone.crash()
    try phone.restart()
    try phone.daemon.program.waitForError(" key.changed key=")
    try await `Pairing two daemons`.pair(phone, watch)
  }

  @Test func `a key that is changed twice at once is changed once`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    watch.crash()
    let keys = try await phone.asOwner { client in
      async let first = client.call(PairingControlMethods.rotateKey, RotateKeyRequest())
      async let second = client.call(PairingControlMethods.rotateKey, RotateKeyRequest())
      return [try await first.fingerprint, try await second.fingerprint]
    }
    #expect(keys[0] == keys[1])
    phone.crash()
    try watch.restart()
    try phone.restart()
    try phone.daemon.program.waitForError(" key.changed key=")
    #expect(try phone.daemon.identity().publicKeyFingerprint.bytes == keys[0])
    _ = try await `Pairing two daemons`.expectAgreement(phone, watch, arePaired: true)
  }

  @Test func `a new key takes the place of the old one at every peer`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    let old = try phone.daemon.identity()
    let response = try await phone.asOwner {
      try await $0.call(PairingControlMethods.rotateKey, RotateKeyRequest())
    }
    #expect(response.isDone)
    let new = try phone.daemon.identity()
    #expect(new.publicKeyFingerprint.bytes == response.fingerprint)
    #expect(new.publicKeyFingerprint != old.publicKeyFingerprint)
    // The first call with it makes it the only one.
    #expect(try await answers(of: watch, to: new).first == .ok)
    #expect(try await answers(of: watch, to: old).first == .unavailable)
    #expect(try await watch.peers().map(\.fingerprint) == [response.fingerprint])
    phone.crash()
    try phone.restart()
    _ = try await `Pairing two daemons`.expectAgreement(phone, watch, arePaired: true)
  }

  @Test func `a new key waits for a peer that is away, also over a crash`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    let old = try watch.daemon.identity()
    phone.crash()
    let response = try await watch.asOwner {
      try await $0.call(PairingControlMethods.rotateKey, RotateKeyRequest())
    }
    #expect(!response.isDone)
    #expect(response.waitingFor.count == 1)
    #expect(try watch.daemon.identity().publicKeyFingerprint == old.publicKeyFingerprint)
    watch.crash()
    try phone.restart()
    try watch.restart()
    try watch.daemon.program.waitForError(" key.changed key=")
    #expect(
      try watch.daemon.identity().publicKeyFingerprint.bytes == response.fingerprint)
    _ = try await `Pairing two daemons`.expectAgreement(phone, watch, arePaired: true)
  }
}

// Secrets.
extension `Trust between two daemons` {
  @Test func `codes, keys and secrets are in no log, error or argument`() async throws {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    var secrets: [String] = []
    var said = ""
    try await watch.showingCode { code, _ in
      secrets.append(code)
      secrets.append(code.oneDigitOff)
      let joining = Joining(address: watch.address, code: code.oneDigitOff)
      let outcome = try await joining.run(on: phone)
      said += "\(outcome)"
    }
    try await watch.showingCode { code, window in
      secrets.append(code)
      _ = try await Joining(address: watch.address, code: code).run(on: phone)
      _ = try await window.ending()
    }
    for node in [phone, watch] {
      said += try RunningProgram.run(
        "/bin/cat", ["/proc/\(node.daemon.program.number)/cmdline"]
      ).output
      said += try RunningProgram.run(
        "/bin/cat", ["/proc/\(node.daemon.program.number)/environ"]
      ).output
      said += try node.stop()
      let pem = String(decoding: try node.folder.read("device.pem"), as: UTF8.self)
      secrets += pem.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("-----") }
      let store = try await LocalStore.open(StoreLocation(folder: node.folder.path))
      let stored = try #require(try await store.nodeRecord(TrustLedger.recordKey))
      let peer = try #require(try TrustLedger(decoding: stored).peers.first)
      #expect(peer.secret.count == 32)
      secrets.append(peer.secret.map { String($0, radix: 16) }.joined())
      said += "\(peer) \(try TrustLedger(decoding: stored))"
      let events = try await store.audit(latest: 10).map { "\($0)" }
      #expect(events.contains { $0.contains("pairing.paired") })
      said += events.joined()
      try await store.close()
    }
    #expect(said.contains("pairing.window-opened"))
    for secret in secrets { #expect(!said.contains(secret), "a secret was told") }
  }
}
