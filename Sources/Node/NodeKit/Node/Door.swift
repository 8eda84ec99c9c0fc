internal import DyadServices
internal import LocalStore
internal import NodeApps
internal import NodeTrust
internal import Pairing
internal import RPCCore
internal import TLSCore

/// Who may call what at one of the places where the node listens; asked at the start of every call.
struct Door: CallHandler {
  /// Who comes in, and what is offered there.
  enum Kind: Sendable {
    /// Other nodes: peers, and while a window is open anybody as far as the pairing service.
    case nodes(StoredTrust, Router)
    /// Apps of this machine, each of which the router checks.
    case apps(CallerRouter)
    /// The owner: processes of one user, and of root.
    case owner(user: UInt32, CallerRouter)
  }

  let kind: Kind
  /// Learns that there is something to do.
  let memory: QuietMemory
  /// Is readied while what is to be saved is read.
  let store: LocalStore

  var methods: [MethodPath] {
    switch kind {
    case .nodes(_, let router): router.methods
    case .apps(let router), .owner(_, let router): router.methods
    }
  }

  func handle(_ call: ServerCall) async {
    memory.noteWork()
    defer { memory.noteWork() }
    if let refusal = await refusal(of: call) {
      return call.finish(refusal.status, refusal.metadata)
    }
    if call.method == StoreMethods.save.path { store.expectWriting() }
    switch kind {
    case .nodes(_, let router): await router.handle(call)
    case .apps(let router), .owner(_, let router): await router.handle(call)
    }
  }

  private func refusal(of call: ServerCall) async -> RPCError? {
    switch kind {
    case .apps: return nil
    case .owner(let user, _):
      return call.peer.user == user || call.peer.user == 0
        ? nil : RPCError(.permissionDenied, "the node belongs to another user")
    case .nodes(let trust, _): return await refusal(of: call, by: trust)
    }
  }

  private func refusal(of call: ServerCall, by trust: StoredTrust) async -> RPCError? {
    let isPairing = call.method.service == PairingMethods.name
    guard let key = call.peer.key else {
      return RPCError(PairingError(.notPaired, "cannot answer: there is no certificate"))
    }
    if isPairing {
      return trust.view.isWindowOpen
        ? nil
        : RPCError(PairingError(.windowClosed, "cannot pair: no code is shown on this device"))
    }
    guard case .peer = trust.view.standing(of: key) else {
      return RPCError(PairingError(.notPaired, "cannot answer: the caller is not paired"))
    }
    guard trust.view.isNextKey(key) else { return nil }
    do {
      // The peer has changed over: from now on its old key is nobody's.
      try await trust.change { _ = $0.noteSeen(key, incarnation: nil, address: nil) }
      return nil
    } catch {
      return RPCError(.unavailable, "cannot answer: the change of the key cannot be kept")
    }
  }
}
