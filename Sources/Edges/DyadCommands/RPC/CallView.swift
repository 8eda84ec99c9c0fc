internal import CommandLineCore
internal import CommandSupport
internal import RPCCore
private import Synchronization
internal import TextFormats

/// What is shown of a call: its answers, and with `--verbose` what goes on around them.
final class CallView: Sendable {
  private struct Counts {
    var sent = 0
    var received = 0
  }

  private let console: Console
  private let isJSON: Bool
  private let isVerbose: Bool
  private let counts = Mutex(Counts())

  init(console: Console, isJSON: Bool, isVerbose: Bool) {
    self.console = console
    self.isJSON = isJSON
    self.isVerbose = isVerbose
  }

  /// Whether headers are wanted.
  var wantsHeaders: Bool { isVerbose }

  /// Shows what is about to be called.
  func begin(_ declaration: String, _ metadata: Metadata) {
    show("Method", [TerminalText.clean(declaration)])
    show("Request headers", lines(of: metadata))
  }

  /// A message is on its way.
  func noteSent() {
    counts.withLock { $0.sent += 1 }
  }

  /// Shows the server's headers.
  func receive(headers: Metadata) {
    show("Response headers", lines(of: headers))
  }

  /// Shows a message.
  func receive(_ message: JSONValue) throws(CommandLineError) {
    counts.withLock { $0.received += 1 }
    let lines = isJSON ? [JSONText.line(message)] : JSONText.lines(message)
    try console.write(lines.map { $0 + "\n" }.joined())
  }

  /// Shows what came with the status.
  func end(_ trailers: Metadata) {
    show("Response trailers", lines(of: trailers))
    let counts = counts.withLock { $0 }
    show(
      "Sent \(counted(counts.sent, "message")) and received "
        + "\(counted(counts.received, "message"))", nil)
  }

  private func show(_ title: String, _ lines: [String]?) {
    guard isVerbose else { return }
    let head = console.errorPalette.paint(lines == nil ? title : "\(title):", .dim)
    console.writeErrorLines([head] + (lines ?? []).map { "  \($0)" })
  }

  private func lines(of metadata: Metadata) -> [String] {
    guard !metadata.isEmpty else { return ["(none)"] }
    return metadata.entries.map { entry in
      let value =
        switch entry.value {
        case .text(let text): text
        case .binary(let bytes): String(decoding: Base64.encode(bytes), as: UTF8.self)
        }
      return TerminalText.clean("\(entry.name): \(value)")
    }
  }
}
