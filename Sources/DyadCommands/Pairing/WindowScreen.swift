internal import CommandLineCore
internal import DyadServices
private import Synchronization
internal import SystemCore
internal import TLSCore

/// What is shown of a window: its code, what happens, and on a terminal how long it stays open.
final class WindowScreen: Sendable {
  private struct State {
    var closesAt: Double?
    /// Whether the countdown is the last thing on the screen.
    var hasCountdown = false
    /// Whether the last event was shown; what other tasks have to say comes too late then.
    var isOver = false
  }

  private let context: PairContext
  private let showsPicture: Bool
  private let state = Mutex(State())

  /// A screen on the console of a command.
  init(_ context: PairContext, showsPicture: Bool) {
    self.context = context
    self.showsPicture = showsPicture
  }

  /// Shows the code, and what to do with it.
  func open(_ opened: WindowOpened, _ code: PairingCode) throws(CommandLineError) {
    let device = opened.device
    let addresses = device.addresses.compactMap { NodeAddress($0) }
    let key = PublicKeyFingerprint(device.fingerprint)
    var link: PairingLink?
    if let address = addresses.first, let key { link = PairingLink(address, code, key) }
    state.withLock { $0.closesAt = opened.closesAt }
    try write(
      text(of: device, addresses, code, link),
      json: .object([
        .init("event", .string("opened")), .init("code", .string(code.digits)),
        .init("closesAt", InstantJSON.value(of: opened.closesAt)),
        .init("addresses", .array(addresses.map { .string($0.description) })),
        .init("link", link.map { .string($0.text) } ?? .null), .init("device", device.json),
      ]))
  }

  private func text(
    of device: DeviceMessage, _ addresses: [NodeAddress], _ code: PairingCode, _ link: PairingLink?
  ) -> [String] {
    var lines = [
      "This is the \(device.title).", "  id   \(TerminalText.clean(device.id))",
      "  key  \(PairingWords.key(device.fingerprint))", "",
    ]
    let digits = PairingPictures.digits(code, columns: context.console.columns)
    if !digits.isEmpty { lines += digits + [""] }
    lines += ["The code is \(code.digits). On the other device, type one of these:"]
    lines += addresses.map { "  \(context.call) join \($0)" }
    if addresses.isEmpty {
      lines[lines.count - 1] = "The code is \(code.digits)."
      lines.append(
        "This device listens nowhere: set 'listen' in dyadd.toml for others to reach it.")
    }
    if let link {
      lines += ["or paste this where it asks for the code:", "  \(link.text)"]
      let picture = showsPicture ? PairingPictures.code(link, columns: context.console.columns) : []
      if !picture.isEmpty { lines += ["or scan this:", ""] + picture }
    }
    return lines + [""]
  }

  /// Others can find the device.
  func noteAnnouncement(_ name: String) throws(CommandLineError) {
    guard context.isJSON else { return }
    try write(
      [],
      json: .object([.init("event", .string("announced")), .init("name", .string(name))]))
  }

  /// Others cannot find the device.
  func noteSilence(_ reason: String) throws(CommandLineError) {
    guard context.isJSON else { return }
    try write(
      [],
      json: .object([.init("event", .string("unannounced")), .init("detail", .string(reason))]))
  }

  /// Somebody began to pair, or failed to.
  func show(_ attempt: WindowAttempt) throws(CommandLineError) {
    let address = TerminalText.clean(attempt.address)
    var json: [JSONValue.Member] = [
      .init("event", .string("attempt")), .init("address", .string(attempt.address)),
    ]
    if attempt.refusal.isEmpty {
      return try write(["\(address) begins to pair."], json: .object(json))
    }
    json.append(.init("refusal", .string(attempt.refusal)))
    try write(
      ["\(address) was refused: \(RefusalWords.reason(attempt.refusal))."], json: .object(json))
  }

  /// The other device is known.
  func show(_ peer: PeerMessage) throws(CommandLineError) {
    try write(
      ["The code was right. Its owner is asked whether to pair the \(peer.title)."] + peer.lines,
      json: .object([.init("event", .string("shown")), .init("peer", peer.json)]))
  }

  /// Both have agreed; mostly, and soon in any case, both hold the pair.
  func pair(_ peer: PeerMessage) throws(CommandLineError) {
    let isOpen = peer.state == .pending
    let line =
      isOpen
      ? "Agreed with the \(peer.title), but the last message is open: that settles by itself within "
        + "ten minutes, and 'list' tells how."
      : "Paired with the \(peer.title)."
    try write(
      [line],
      json: .object([
        .init("event", .string(isOpen ? "pending" : "paired")), .init("peer", peer.json),
      ]), isLast: true)
  }

  /// The window is closed; the failure tells people why.
  func close(_ closed: WindowClosed) throws(CommandLineError) {
    var json: [JSONValue.Member] = [
      .init("event", .string("closed")), .init("refusal", .string(closed.refusal)),
    ]
    if !closed.detail.isEmpty { json.append(.init("detail", .string(closed.detail))) }
    if closed.lockedUntil != 0 {
      json.append(.init("lockedUntil", InstantJSON.value(of: closed.lockedUntil)))
    }
    if closed.needsUnlock { json.append(.init("needsUnlock", .bool(true))) }
    try write([], json: .object(json), isLast: true)
  }

  /// Shows every second how long the window stays open, on a terminal.
  func countDown() async throws {
    guard context.console.isOutputTerminal, !context.isJSON else { return }
    while true {
      try state.withLock { state throws(CommandLineError) in
        guard let closesAt = state.closesAt, !state.isOver else { return }
        state.hasCountdown = true
        let rest = SpanText.countdown(closesAt - context.surroundings.clock.now)
        // A line that wraps could not be written anew.
        let text = TerminalText.truncate(
          "The code holds for \(rest). Ctrl-C ends it.", to: (context.console.columns ?? 80) - 1)
        try context.console.write("\r\(text)\u{1B}[K")
      }
      // The countdown shows seconds.
      try await context.surroundings.sleep(.seconds(1))
    }
  }

  /// Takes the countdown away, so that results or errors can follow.
  func takeAwayCountdown() {
    // A reader that has gone misses nothing.
    state.withLock { try? clear(&$0) }
  }

  private func clear(_ state: inout State) throws(CommandLineError) {
    guard state.hasCountdown else { return }
    state.hasCountdown = false
    try context.console.write("\r\u{1B}[K")
  }

  // One writer at a time: the countdown comes from another task.
  private func write(
    _ lines: [String], json: JSONValue, isLast: Bool = false
  ) throws(CommandLineError) {
    try state.withLock { state throws(CommandLineError) in
      guard !state.isOver else { return }
      state.isOver = isLast
      try clear(&state)
      try context.write(lines, json: json)
    }
  }
}
