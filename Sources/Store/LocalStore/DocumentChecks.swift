internal import ClinicalDocuments
internal import HealthModel
private import Synchronization
internal import SystemCore

/// Checks clinical documents before they are saved, for sessions of apps and of owners.
///
/// It has a thread of its own, so that no document holds up a call that has none. Documents of different callers take
/// turns on it, a piece of some milliseconds each; those of one caller are checked one after the other, and more than
/// a few of them do not wait.
final class DocumentChecks: Sendable {
  /// As many saves of one caller as wait or are checked.
  static let mostOfCaller = 16
  /// As many bytes as the documents of all callers have that wait or are checked: four of the longest.
  static let mostBytes = 256 << 20

  fileprivate struct Guarded {
    /// How many saves of each caller wait or are checked.
    var counts: [String: Int] = [:]
    var bytes = 0
    /// The callers of which one is checked.
    var busy: Set<String> = []
    var lastNumber: UInt64 = 0
    /// Those that wait for another one of the same caller, in the order in which they came.
    var waiting: [Waiting] = []
  }

  fileprivate struct Waiting {
    let number: UInt64
    let caller: String
    /// Answers whether it has its turn.
    let turn: CheckedContinuation<Bool, Never>
  }

  private let guarded = Mutex(Guarded())
  private let thread = CheckingThread()

  /// How many saves wait or are checked.
  var count: Int { guarded.withLock { $0.counts.values.reduce(0, +) } }

  /// Checks the documents of runs, which then say what their documents say of themselves.
  ///
  /// - Parameters:
  ///   - runs: What is saved.
  ///   - documents: The bytes of documents among it.
  ///   - caller: The app, or nothing for the owner.
  ///   - operation: What is attempted, for errors.
  /// - Returns: The runs.
  /// - Throws: `ModelError`: `invalidArgument` with the line where a document is none, `databaseInaccessible` where too
  ///   much waits; `CancellationError` where the task was cancelled, which ends the check.
  func checked(
    _ runs: [SampleRun], _ documents: [SampleUUID: [UInt8]], of caller: String?,
    to operation: String
  ) async throws -> [SampleRun] {
    guard !documents.isEmpty else { return runs }
    var place = try enter(
      caller ?? "", documents.values.reduce(0) { $0 + $1.count }, to: operation)
    place.hasTurn = await waitForTurn(of: place.caller)
    guard place.hasTurn else { throw CancellationError() }
    let checked = try await thread.checked(runs, documents, to: operation)
    place.leave()
    return checked
  }

  /// Takes a place among those that wait.
  ///
  /// - Throws: `ModelError` where there is none.
  private func enter(
    _ caller: String, _ bytes: Int, to operation: String
  ) throws(ModelError) -> Place {
    let obstacle: String? = guarded.withLock { guarded in
      let count = guarded.counts[caller, default: 0]
      guard count < Self.mostOfCaller else {
        return "\(count) saves with documents of this caller wait to be checked"
      }
      // Each came in a message or has the length of a document, so the sum cannot overflow.
      guard guarded.bytes == 0 || guarded.bytes + bytes <= Self.mostBytes else {
        return "documents of \(guarded.bytes) bytes wait to be checked"
      }
      guarded.counts[caller] = count + 1
      guarded.bytes += bytes
      return nil
    }
    if let obstacle {
      throw ModelError(.databaseInaccessible, cannot: operation, "\(obstacle); try again")
    }
    return Place(checks: self, caller: caller, bytes: bytes)
  }

  /// Waits while another save of the caller is checked.
  ///
  /// - Returns: Whether it has its turn now; not if the task was cancelled.
  private func waitForTurn(of caller: String) async -> Bool {
    let number = guarded.withLock { guarded in
      guarded.lastNumber += 1
      return guarded.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        let answer: Bool? = guarded.withLock { guarded in
          guard !Task.isCancelled else { return false }
          guard !guarded.busy.insert(caller).inserted else { return true }
          guarded.waiting.append(Waiting(number: number, caller: caller, turn: turn))
          return nil
        }
        if let answer { turn.resume(returning: answer) }
      }
    } onCancel: {
      let turn = guarded.withLock { guarded in
        guarded.waiting.firstIndex { $0.number == number }.map {
          guarded.waiting.remove(at: $0).turn
        }
      }
      turn?.resume(returning: false)
    }
  }

  /// Gives a place back, and its turn to the next save of the caller.
  fileprivate func leave(_ caller: String, _ bytes: Int, hadTurn: Bool) {
    let next: CheckedContinuation<Bool, Never>? = guarded.withLock { guarded in
      guarded.bytes -= bytes
      let count = guarded.counts[caller, default: 0] - 1
      guarded.counts[caller] = count > 0 ? count : nil
      guard hadTurn else { return nil }
      guard let index = guarded.waiting.firstIndex(where: { $0.caller == caller }) else {
        guarded.busy.remove(caller)
        return nil
      }
      return guarded.waiting.remove(at: index).turn
    }
    next?.resume(returning: true)
  }
}

/// A place among the saves whose documents wait or are checked, given back when it goes.
private struct Place: ~Copyable {
  let checks: DocumentChecks
  let caller: String
  let bytes: Int
  var hasTurn = false

  consuming func leave() {}

  deinit { checks.leave(caller, bytes, hadTurn: hasTurn) }
}

/// The thread on which documents are read.
private actor CheckingThread {
  private let executor = ThreadExecutor(label: "dyad.documents")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

  func checked(
    _ runs: [SampleRun], _ documents: [SampleUUID: [UInt8]], to operation: String
  ) async throws -> [SampleRun] {
    var runs = runs
    for place in runs.indices where runs[place].type.description?.kind == .document {
      for row in 0..<runs[place].count {
        // One that comes with other bytes than the run says is refused by the store.
        guard case .object(.document(let said)) = runs[place].payload[row],
          let bytes = documents[runs[place].uuids[row]], bytes.count == said.byteCount
        else { continue }
        let (document, date) = try await Document.checked(bytes, to: operation) {
          try Task.checkCancellation()
          await Task.yield()
        }
        runs[place].setDocument(document, at: date, row: row)
      }
    }
    return runs
  }
}
