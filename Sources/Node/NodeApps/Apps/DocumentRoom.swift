internal import RPCCore
private import Synchronization

/// Where documents are put together that come in pieces.
///
/// The bytes of a document are part of one change, so that all of them are saved or none, and are in memory
/// until it is made. So each caller has one at a time, and all that have come at once has a bound. What is
/// counted is what has come: a caller who only announces much takes nothing from others.
final class DocumentRoom: Sendable {
  /// As many bytes as all documents have that are under way, two of the longest.
  static let mostBytes = 128 << 20

  /// How many bytes of each caller's document have come.
  private let arrived = Mutex<[String: Int]>([:])

  /// Begins a caller's document; `leave` ends it.
  ///
  /// - Throws: RESOURCE_EXHAUSTED where it has begun another one.
  func enter(_ caller: StoreCaller) throws(RPCError) {
    let isFirst = arrived.withLock { arrived in
      guard arrived[caller.name] == nil else { return false }
      arrived[caller.name] = 0
      return true
    }
    guard isFirst else {
      throw RPCError(
        .resourceExhausted, "cannot save the document: the caller is saving another one; try again")
    }
  }

  /// Makes room for the next bytes of a caller's document.
  ///
  /// - Throws: RESOURCE_EXHAUSTED where there is none.
  func take(_ count: Int, for caller: StoreCaller) throws(RPCError) {
    let isTaken = arrived.withLock { arrived in
      // Each is no longer than a document, so the sum cannot overflow.
      guard arrived.values.reduce(count, +) <= Self.mostBytes else { return false }
      arrived[caller.name, default: 0] += count
      return true
    }
    guard isTaken else {
      throw RPCError(
        .resourceExhausted, "cannot save the document: others are saving long ones; try again")
    }
  }

  /// The caller's document is saved, or is not.
  func leave(_ caller: StoreCaller) {
    arrived.withLock { $0[caller.name] = nil }
  }
}

extension StoreCaller {
  /// What tells callers apart; no app has an empty name.
  package var name: String {
    switch self {
    case .owner: ""
    case .app(let app): app.bundleIdentifier
    }
  }
}
