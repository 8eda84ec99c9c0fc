internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import Pairing
internal import RPCCore
internal import SystemCore

/// A window of this device, from its opening to its end.
struct OpenedWindow: Sendable {
  /// What services of this kind say of themselves: the version of what they speak.
  static let announcedText = ["v=1"]

  private static let nameBytes = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)

  let call: ClientStream<OpenWindowRequest, WindowEventMessage>
  let screen: WindowScreen
  let context: PairContext

  /// Shows what happens until the window closes.
  ///
  /// - Parameter isAnnounced: Whether others on the network may find the device.
  /// - Throws: Why no pair was made.
  func run(isAnnounced: Bool) async throws {
    guard case .opened(let opened)? = try await call.receive()?.event,
      let code = PairingCode(opened.code)
    else { throw context.strangeAnswer }
    try screen.open(opened, code)
    let port = opened.device?.addresses.lazy.compactMap { NodeAddress($0)?.port }.first
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await screen.countDown() }
      // It takes a second or more, and events come meanwhile.
      if isAnnounced, let port { group.addTask { try await announce(port) } }
      defer { group.cancelAll() }
      try await follow()
    }
  }

  /// Lets others find the device until the task is cancelled.
  private func announce(_ port: UInt16) async throws {
    let name = Self.randomName()
    do {
      try await context.surroundings.announce(name, port, Self.announcedText) {
        try screen.noteAnnouncement(name)
        // It is announced for as long as this runs; the end of the window cancels it.
        while true { try await context.surroundings.sleep(.seconds(3_600)) }
      }
    } catch let error where !(error is CancellationError) {
      // The address can be typed, so people need not know.
      try screen.noteSilence("\(error)")
    }
  }

  // Nobody should know a device again by what it announces.
  private static func randomName() -> String {
    let bytes = (0..<4).compactMap { _ in nameBytes.randomElement() }
    return "dyad-\(String(decoding: bytes, as: UTF8.self))"
  }

  private func follow() async throws {
    while let event = try await call.receive() {
      switch event.event {
      case .opened: throw context.strangeAnswer
      case .attempt(let attempt): try screen.show(attempt)
      case .shown(let shown): try screen.show(shown.peer ?? PeerMessage())
      case .paired(let peer): return try screen.pair(peer)
      case .closed(let closed):
        try screen.close(closed)
        throw failure(closed)
      // What a newer daemon tells besides is not for us.
      case nil: break
      }
    }
    throw context.strangeAnswer
  }

  private func failure(_ closed: WindowClosedMessage) -> ProgramFailure {
    guard let refusal = PairingError.Refusal(rawValue: closed.refusal) else {
      return ProgramFailure(
        .failure, "cannot pair: \(RefusalWords.reason(closed.refusal))",
        advice: "'\(context.call) show' makes a new code.")
    }
    let lockEnd: PairingError.LockEnd? =
      if closed.needsUnlock { .reset } else if closed.lockedUntil > context.surroundings.clock.now {
        .at(closed.lockedUntil)
      } else { nil }
    return context.advice.failure(refusal, detail: closed.detail, lockEnd: lockEnd)
  }
}
