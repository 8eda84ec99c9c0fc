internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import TLSCore

/// `dyad pair join`: types the code that another device shows.
struct PairJoinCommand: PairCommand {
  static let side = PairingSide.join

  static func command(_ call: String) -> Command {
    Command(
      side.rawValue, summary: "Type the code that another device shows, to be paired with it",
      discussion: """
        TARGET is where the other device says that it is; without a port, 7443 is meant. Without \
        TARGET the local network is searched for three seconds, if Avahi runs.

        The code is asked for, and not shown while it is typed; the link can be pasted there, too. \
        Whoever lists processes may see a code on the command line for a moment: '--code -' reads it \
        from standard input instead.

        Who the other device is gets known with the right code. It is paired when that was confirmed, \
        or at once with --yes; without a terminal, --yes has to be given.

        With --json each event is a line: reached, verified, paired, pending, refused.
        """,
      examples: [
        .init("\(call) join 192.168.1.20", "pair with the device there"),
        .init("\(call) join", "pair with the device on this network that shows a code"),
        .init(
          "\(call) join watch.local:7443 --code - --yes",
          "pair without a terminal, with the code from input"),
      ],
      options: [
        PairOptions.code, PairOptions.yes, PairOptions.pin, PairOptions.keep, PairOptions.erase,
      ], arguments: [PairOptions.target])
  }

  private enum CodeWord: Sendable {
    case known(PairingCode)
    case standardInput
    case asked
  }

  private let address: NodeAddress?
  private let code: CodeWord
  private let key: PublicKeyFingerprint?
  private let rows: RowsPolicyMessage
  private let isApproved: Bool

  init(_ arguments: ParsedArguments) throws {
    rows = try arguments.rowsPolicy()
    isApproved = arguments.has(PairOptions.yes)
    var pin = try Self.pin(arguments)
    var code = try Self.code(arguments)
    let target = arguments.value(PairOptions.target)
    if let target, target.lowercased().hasPrefix(PairingLink.scheme) {
      guard let link = PairingLink(target) else {
        throw arguments.unusable(
          PairOptions.target, "the link is not as the other device shows it, whole and unchanged")
      }
      guard case .asked = code else {
        throw arguments.unusable(PairOptions.code, "the link has a code")
      }
      guard pin == nil || pin == link.key else {
        throw arguments.unusable(PairOptions.pin, "the link has another key")
      }
      address = link.address
      code = .known(link.code)
      pin = link.key
    } else {
      address = try target.map { try Self.address($0, arguments) }
    }
    self.code = code
    key = pin
  }

  private static func address(
    _ word: String, _ arguments: ParsedArguments
  ) throws(CommandLineError) -> NodeAddress {
    if let address = NodeAddress(typed: word) { return address }
    var error = arguments.unusable(
      PairOptions.target, "expected HOST, HOST:PORT, [IPV6]:PORT or a link")
    if word.contains("::") { error.advice = "Put the address into brackets: '[fd00::5]:7443'." }
    throw error
  }

  private static func pin(
    _ arguments: ParsedArguments
  ) throws(CommandLineError) -> PublicKeyFingerprint? {
    guard let text = arguments.value(PairOptions.pin) else { return nil }
    guard let pin = PublicKeyFingerprint(text) else {
      throw arguments.unusable(
        PairOptions.pin,
        "expected sha256// and 44 characters of base64, or 64 hexadecimal digits")
    }
    return pin
  }

  private static func code(_ arguments: ParsedArguments) throws(CommandLineError) -> CodeWord {
    switch arguments.value(PairOptions.code) {
    case nil: return .asked
    case "-": return .standardInput
    case let text?:
      guard let code = PairingCode(typed: text) else {
        throw arguments.unusable(PairOptions.code, "a code has 6 or 8 digits")
      }
      return .known(code)
    }
  }

  func run(_ context: PairContext) async throws {
    try checkTerminal(context)
    let code = try await givenCode(context)
    let address =
      if let address { address } else { try await DeviceSearch(context: context).address() }
    context.note("Connecting to \(address).")
    var start = JoinStartMessage()
    start.address = address.description
    start.rows = rows
    start.fingerprint = key?.bytes ?? []
    let joining = Joining(
      context: context, start: start, code: code, key: key, isApproved: isApproved)
    try await context.withCall(PairingControlMethods.join) { try await joining.run($0) }
  }

  /// What cannot be asked has to be said, before anybody is called.
  private func checkTerminal(_ context: PairContext) throws(ProgramFailure) {
    guard !context.console.isInputTerminal else { return }
    if case .asked = code {
      throw ProgramFailure(
        .usage, "cannot ask for the code: there is no terminal",
        advice: "'--code -' reads it from standard input.")
    }
    guard isApproved else {
      throw ProgramFailure(
        .usage, "cannot ask whether to pair: there is no terminal",
        advice: "Say --yes to pair with whoever knows the code; --pin says which key it must have.")
    }
  }

  private func givenCode(_ context: PairContext) async throws -> PairingCode? {
    switch code {
    case .known(let code): return code
    case .asked: return nil
    case .standardInput:
      guard let code = try await context.questions.line().flatMap(PairingCode.init(typed:)) else {
        throw ProgramFailure(
          .invalidInput, "cannot read the code: expected a line with 6 or 8 digits",
          advice: "Send the digits that the other device shows, and nothing else.")
      }
      return code
    }
  }
}
