internal import CommandLineCore
private import Synchronization
internal import SystemCore

/// Long work that says on the terminal how far it is; a pipe or a file sees nothing of it.
package final class Progress: Sendable {
  /// Work that is done before anybody wonders shows nothing.
  private static let patience = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)
  private static let isDrawn = Mutex(false)

  private let line: Mutex<ProgressLine>

  private init(_ line: ProgressLine) {
    self.line = Mutex(line)
  }

  /// Does long work, and shows how far it is.
  ///
  /// - Parameters:
  ///   - verb: What is done: "Saving".
  ///   - noun: What is counted, in the plural.
  ///   - isShown: Whether it is to be shown where there is a terminal.
  ///   - body: The work, which tells how far it is, unless there is nothing to tell but the time.
  /// - Returns: What the work comes to.
  package static func show<Result>(
    _ verb: String, of noun: String? = nil, isShown: Bool = true,
    _ body: (Progress) async throws -> Result
  ) async rethrows -> Result {
    let progress = Progress(ProgressLine(verb, of: noun))
    let isDumb = CurrentProcess.environment("TERM") == "dumb"
    guard isShown, Descriptor.standardError.isTerminal, !isDumb else {
      return try await body(progress)
    }
    let drawing = Task { await progress.draw() }
    defer {
      drawing.cancel()
      erase()
    }
    return try await body(progress)
  }

  /// Tells how many are done, of how many if that is known.
  package func tell(_ count: Int, of total: Int? = nil) {
    tell(count, share: total.map { $0 > 0 ? Double(count) / Double($0) : 1 })
  }

  /// Tells how many are done, and how much of the work that is.
  package func tell(_ count: Int, share: Double?) {
    line.withLock {
      $0.count = count
      $0.share = share
    }
  }

  /// Takes the line away, so that something else can be written.
  package static func erase() {
    isDrawn.withLock { isDrawn in
      guard isDrawn else { return }
      isDrawn = false
      write("\r\u{1B}[K")
    }
  }

  private func draw() async {
    let start = ContinuousClock.now
    let isASCII = TerminalAlphabet.isASCII
    guard (try? await Pause.sleep(for: Self.patience)) != nil else { return }
    repeat {
      let text = line.withLock { $0 }.text(
        after: start.duration(to: .now) / .seconds(1),
        columns: Descriptor.standardError.columns ?? 80,
        isASCII: isASCII)
      Self.isDrawn.withLock { isDrawn in
        guard !Task.isCancelled else { return }
        isDrawn = true
        Self.write("\r\(text)\u{1B}[K")
      }
    } while (try? await Pause.sleep(for: Self.interval)) != nil
  }

  /// Somebody who cannot be shown how far it is still wants the work done.
  private static func write(_ text: String) {
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}
