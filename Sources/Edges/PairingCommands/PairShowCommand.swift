internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import RPCCore

/// `dyad pair show`: opens the window, and shows what happens in it.
struct PairShowCommand: PairCommand {
  static let side = PairingSide.show

  static func command(_ call: String) -> Command {
    Command(
      side.rawValue, summary: "Show a code that another device types to be paired",
      discussion: """
        The code is good for one try and for as long as --for says. It is shown as digits, as a link \
        to paste, and as a QR code with the link in it. Ctrl-C makes it worthless.

        While it is shown, others on the local network can find this device if Avahi runs; its name \
        and its id are not told. --no-announce leaves that out.

        Samples that a watch shared with another phone keep it from being paired, unless --keep or \
        --erase says what becomes of them.

        With --json each event is a line: opened, announced, attempt, shown, paired, closed, refused.
        """,
      examples: [
        .init("\(call) show", "show a code for two minutes"),
        .init("\(call) show --for 10m --strong", "show a longer code for ten minutes"),
      ],
      options: [
        PairOptions.time, PairOptions.strong, PairOptions.keep, PairOptions.erase,
        PairOptions.noPicture, PairOptions.noAnnouncement,
      ])
  }

  private let request: OpenWindowRequest
  private let showsPicture: Bool
  private let isAnnounced: Bool

  init(_ arguments: ParsedArguments) throws {
    var request = OpenWindowRequest()
    guard let seconds = arguments.value(PairOptions.time).flatMap(WindowTime.seconds) else {
      throw arguments.unusable(PairOptions.time, "expected 1s to 10m, such as 90s or 2m")
    }
    request.seconds = seconds
    request.digits = arguments.has(PairOptions.strong) ? 8 : 6
    request.rows = try arguments.rowsPolicy()
    self.request = request
    showsPicture = !arguments.has(PairOptions.noPicture)
    isAnnounced = !arguments.has(PairOptions.noAnnouncement)
  }

  func run(_ context: PairContext) async throws {
    let screen = WindowScreen(context, showsPicture: showsPicture)
    do {
      try await Interruption.ending(context.surroundings.interrupts()) {
        try await context.withCall(PairingControlMethods.openWindow) { call in
          defer { screen.takeAwayCountdown() }
          try call.sendOnly(request)
          try await OpenedWindow(call: call, screen: screen, context: context)
            .run(isAnnounced: isAnnounced)
        }
      }
    } catch is CancellationError {
      throw ProgramFailure(
        .failure, "cannot go on: it was interrupted",
        advice:
          "The code is worthless now; '\(context.call) list' tells whether there is a pair, and "
          + "'\(context.call) show' makes a new code.")
    }
  }
}
