internal import CommandLineCore
internal import CommandSupport
private import Synchronization
internal import SystemCore
internal import TextFormats

/// JSON values from a source that may block, one after the other.
///
/// Whoever waits for the next one and is cancelled goes on at once; the thread that reads is left
/// behind.
final class JSONInput: Sendable {
  /// One value.
  struct Message: Hashable, Sendable {
    /// Its place among all of them, from 1.
    var number: Int
    var value: JSONValue
  }

  private enum State {
    case idle
    case waiting(CheckedContinuation<Message?, any Error>)
    case abandoned
  }

  private let reader: JSONInputReader
  private let state = Mutex(State.idle)

  /// Reads `source`, which errors call `name`.
  init(_ source: sending JSONSource, named name: String) {
    reader = JSONInputReader(source, named: name)
  }

  /// The next value, or `nil` at the end; one caller at a time.
  func next() async throws -> Message? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isIdle = state.withLock { state in
          guard case .idle = state else { return false }
          state = .waiting(continuation)
          return true
        }
        guard isIdle else { return continuation.resume(throwing: CancellationError()) }
        // Nobody waits for it, because it may wait for input that never comes: it ends with the
        // process then.
        Task { await self.read() }
      }
    } onCancel: {
      finish(.failure(CancellationError()), next: .abandoned)
    }
  }

  private func read() async {
    do {
      finish(.success(try await reader.next()), next: .idle)
    } catch {
      finish(.failure(error), next: .idle)
    }
  }

  private func finish(_ result: Result<Message?, any Error>, next: State) {
    let continuation = state.withLock { state -> CheckedContinuation<Message?, any Error>? in
      switch state {
      case .abandoned: return nil
      case .idle:
        state = next
        return nil
      case .waiting(let continuation):
        state = next
        return continuation
      }
    }
    continuation?.resume(with: result)
  }
}

/// Where JSON comes from.
enum JSONSource: ByteSource {
  case text([UInt8])
  case file(FileSource)
  case console(Console)

  mutating func nextChunk() throws(CommandLineError) -> [UInt8] {
    switch self {
    case .text(let bytes):
      self = .text([])
      return bytes
    case .file(let file): return try file.nextChunk()
    case .console(let console): return try console.read()
    }
  }
}

/// Reads on a thread of its own, which may wait for input.
private actor JSONInputReader {
  private let executor = ThreadExecutor(label: "dyad.rpc.input")
  private var source: JSONSource
  private let name: String
  private var splitter = JSONSplitter()
  private var isAtEnd = false

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  init(_ source: sending JSONSource, named name: String) {
    self.source = source
    self.name = name
  }

  func next() throws(CommandLineError) -> JSONInput.Message? {
    while true {
      if let piece = try splitter.next() { return try message(piece) }
      guard !isAtEnd else { return nil }
      let chunk = try source.nextChunk()
      if chunk.isEmpty {
        isAtEnd = true
        splitter.finish()
      } else {
        splitter.receive(chunk)
      }
    }
  }

  private func message(_ piece: JSONSplitter.Piece) throws(CommandLineError) -> JSONInput.Message {
    do throws(TextFlaw) {
      return .init(number: piece.number, value: try JSONValue(parsing: piece.bytes))
    } catch {
      throw CommandLineError(
        .invalidInput, operation: "read message \(piece.number) of \(name)",
        detail: "\(error.detail), from line \(piece.line) on",
        advice: "Messages are JSON, one after the other.")
    }
  }
}
