internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import PairingCommands
private import Synchronization
internal import SystemCore
internal import TextFormats

/// Where reports of a node follow each other: in place on a terminal, else one below the other.
final class StatusScreen: Sendable {
  private struct Shown {
    let status: NodeStatusMessage
    /// When it came, by our clock: ages go on growing from there.
    let arrivedAt: Double
  }

  private static let home = "\u{1B}[H"
  private static let endOfLine = "\u{1B}[K"
  private static let belowThis = "\u{1B}[J"

  private let context: OperatorContext
  private let shown = Mutex<Shown?>(nil)

  /// A screen on the console of a command.
  init(_ context: OperatorContext) {
    self.context = context
  }

  private var isInPlace: Bool { context.console.isOutputTerminal && !context.isJSON }

  /// Shows what came.
  func show(_ status: NodeStatusMessage) throws(CommandLineError) {
    try shown.withLock { shown throws(CommandLineError) in
      let isFirst = shown == nil
      let new = Shown(status: status, arrivedAt: context.now)
      shown = new
      if isInPlace { return try draw(new) }
      let report = StatusReport(status: status, now: status.now)
      try context.write(
        (isFirst ? [] : [""]) + report.lines(on: context.console), json: report.json)
    }
  }

  /// Lets ages grow every second on a terminal, while nothing comes.
  func keepTime() async throws {
    guard isInPlace else { return }
    while true {
      // Ages show seconds.
      try await context.surroundings.sleep(.seconds(1))
      try shown.withLock { shown throws(CommandLineError) in
        if let shown { try draw(shown) }
      }
    }
  }

  // Over what was there, so that nothing flickers; one writer at a time, because of the lock.
  private func draw(_ shown: Shown) throws(CommandLineError) {
    let age = max(0, context.now - shown.arrivedAt)
    var console = context.console
    let columns = console.columns ?? 80
    console.columns = columns
    let report = StatusReport(status: shown.status, now: shown.status.now + age)
    let lines = report.lines(on: console).map { line in
      TerminalText.truncate(TerminalText.clean(line), to: columns) + Self.endOfLine + "\n"
    }
    try context.console.write(Self.home + lines.joined() + Self.belowThis)
  }
}
