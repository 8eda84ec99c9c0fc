internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
private import Synchronization
internal import SystemCore
internal import TLSCore
internal import TextFormats

/// What is shown of a window: its code, what happens, and on a terminal how long it stays open.
final class WindowScreen: Sendable {
  private struct State {
    var closesAt: Double?
    /// Whether the countdown is the last thing on the screen.
    var hasCountdown = false
    /// Whether the last event was shown; what other tasks have to say comes too late then.
    var isOver = false
  }

  /// More are only in the way on a screen.
  private static let mostAddresses = 4

  private let context: PairContext
  private let showsPicture: Bool
  private let state = Mutex(State())

  /// A screen on the console of a command.
  init(_ context: PairContext, showsPicture: Bool) {
    self.context = context
    self.showsPicture = showsPicture
  }

  /// Shows the code, and what to do with it.
  func open(_ opened: WindowOpenedMessage, _ code: PairingCode) throws(CommandLineError) {
    let device = opened.device ?? OwnDeviceMessage()
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

  /// Who this is, how the code is typed, and the code as the last thing, so that it stays on the screen.
  ///
  /// What does not fit on the screen is left out: the QR code first, then the large digits, then addresses.
  private func text(
    of device: OwnDeviceMessage, _ addresses: [NodeAddress], _ code: PairingCode,
    _ link: PairingLink?
  ) -> [String] {
    let console = context.console
    let identity = [
      "This is the \(device.title).", "  id   \(TerminalText.clean(device.id))",
      "  key  \(PairingWords.key(device.fingerprint))", "",
    ]
    var paste: [String] = []
    if let link { paste = ["On the other device, paste this:", "  \(link.text)"] }
    let last = ["The code is \(code.digits)."]
    // One line is free for the countdown, and one below it.
    var room = console.rows.map { $0 - 2 - rows(of: identity + paste + last) }
    var joins = addresses.map { "  \(context.call) join \($0)" }
    var digits = PairingPictures.digits(code, on: console)
    if !digits.isEmpty { digits.append("") }
    // One way to type it has to be there.
    if digits.count + 3 > room ?? .max { digits = [] }
    if let all = room {
      joins = Array(joins.prefix(max(1, min(Self.mostAddresses, all - 2 - digits.count))))
    }
    let type =
      addresses.isEmpty
      ? ["This device listens nowhere: set 'listen' in dyadd.toml for others to reach it.", ""]
      : [link == nil ? "On the other device, type one of these:" : "or type one of these:"] + joins
        + [""]
    room = room.map { $0 - rows(of: type) - digits.count }
    var picture: [String] = []
    if showsPicture, let link {
      picture = PairingPictures.code(link, on: console, rows: room.map { $0 - 2 })
    }
    if !picture.isEmpty {
      picture = ["On the other device, scan this:"] + picture + [""]
      paste[0] = "or paste this where it asks for the code:"
    }
    return identity + picture + paste + type + digits + last
  }

  /// How many lines of the screen some text takes.
  private func rows(of lines: [String]) -> Int {
    guard let columns = context.console.columns, columns > 0 else { return lines.count }
    return lines.reduce(0) { $0 + max(1, (TerminalText.width(of: $1) + columns - 1) / columns) }
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
  func show(_ attempt: WindowAttemptMessage) throws(CommandLineError) {
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
  func close(_ closed: WindowClosedMessage) throws(CommandLineError) {
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
