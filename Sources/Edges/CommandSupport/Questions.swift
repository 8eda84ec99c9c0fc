internal import CommandLineCore
private import Synchronization
internal import SystemCore

/// Questions to a person at the terminal, who may take time to answer.
///
/// Whoever waits for an answer and is cancelled goes on at once; the thread that reads is left behind.
package final class Questions: Sendable {
  private let console: Console
  private let reader: AnswerReader

  /// Asks on a console; prompts are no results.
  package init(_ console: Console) {
    self.console = console
    reader = AnswerReader(console)
  }

  /// The next line of the input, or `nil` at its end.
  package func line() async throws -> String? {
    try await answer { reader in try await reader.line() }
  }

  /// Asks for what nobody else is to see, and shows nothing of it.
  ///
  /// - Parameter prompt: What stands before the answer.
  /// - Returns: The line, or `nil` at the end of the input.
  /// - Throws: Where the input cannot be read, and when the task is cancelled. The terminal is then as
  ///   before when the process has ended.
  package func secret(_ prompt: String) async throws -> String? {
    try await answer { reader in try await reader.secret(prompt) }
  }

  private func answer(
    _ read: @escaping @Sendable (AnswerReader) async throws -> String?
  ) async throws -> String? {
    let wait = AnswerWait()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard wait.begin(continuation) else {
          return continuation.resume(throwing: CancellationError())
        }
        // Nobody waits for it, because it may wait for input that never comes: it ends with the
        // process then.
        Task {
          do {
            wait.finish(.success(try await read(reader)))
          } catch {
            wait.finish(.failure(error))
          }
        }
      }
    } onCancel: {
      wait.finish(.failure(CancellationError()))
    }
  }

  /// Asks whether something is to be done; anything but "y" and "yes" is a no.
  ///
  /// - Parameter question: Ends in a question mark.
  /// - Returns: The answer.
  /// - Throws: Where the input cannot be read, and when the task is cancelled.
  package func confirm(_ question: String) async throws -> Bool {
    prompt("\(question) [y/N] ")
    let answer = try await line() ?? ""
    return ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
  }

  /// Shows what stands before an answer; whoever does not see it cannot answer either.
  package func prompt(_ text: String) {
    try? console.writeError(Array(TerminalText.clean(text).utf8))
  }
}

/// One wait for an answer, which may be given up.
private final class AnswerWait: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<String?, any Error>)
    case over
  }

  private let state = Mutex(State.idle)

  /// Begins; not where it is given up already.
  package func begin(_ continuation: CheckedContinuation<String?, any Error>) -> Bool {
    state.withLock { state in
      guard case .idle = state else { return false }
      state = .waiting(continuation)
      return true
    }
  }

  /// Ends with the first result; later ones are of no interest.
  package func finish(_ result: Result<String?, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<String?, any Error>? in
      defer { state = .over }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(with: result)
  }
}

/// Reads on a thread of its own, which may wait for input.
private actor AnswerReader {
  private struct Source: ByteSource {
    let console: Console

    func nextChunk() throws(CommandLineError) -> [UInt8] { try console.read() }
  }

  private let executor = ThreadExecutor(label: "dyad.pair.input")
  private let console: Console
  private var lines: LineReader<Source>

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  package init(_ console: Console) {
    self.console = console
    lines = LineReader(Source(console: console))
  }

  package func line() throws(CommandLineError) -> String? {
    try lines.nextLine().map { String(decoding: $0, as: UTF8.self) }
  }

  package func secret(_ prompt: String) throws(CommandLineError) -> String? {
    guard let read = console.readSecret else {
      try? console.writeError(Array(prompt.utf8))
      return try line()
    }
    return String(decoding: try read(prompt), as: UTF8.self)
  }
}
