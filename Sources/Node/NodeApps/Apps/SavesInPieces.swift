internal import RPCCore
private import Synchronization

/// What callers save in pieces: a document, or more samples than one message has.
///
/// All of it is part of one change, so that it is saved or not, and is in memory until it is made. So each caller has
/// one at a time, and all that has come at once has a bound. What is counted is what has come: a caller who only
/// announces much takes nothing from others.
final class SavesInPieces: Sendable {
  /// As many bytes as all of them have in memory, two of the longest documents.
  static let mostBytes = 128 << 20

  /// How many bytes of each caller have come.
  private let arrived = Mutex<[String: Int]>([:])

  /// Begins what a caller saves; `leave` ends it.
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
        .resourceExhausted,
        "cannot save in pieces: the caller is saving something else so; try again")
    }
  }

  /// Makes room for the next bytes of a caller.
  ///
  /// - Throws: RESOURCE_EXHAUSTED where there is none.
  func take(_ count: Int, for caller: StoreCaller) throws(RPCError) {
    let (isTaken, isAlone) = arrived.withLock { arrived in
      let own = arrived[caller.name, default: 0] + count
      // Each is no longer than a document or a message, so the sum cannot overflow.
      let isTaken = arrived.values.reduce(count, +) <= Self.mostBytes
      if isTaken { arrived[caller.name] = own }
      return (isTaken, own > Self.mostBytes)
    }
    guard isTaken else {
      throw RPCError(
        .resourceExhausted,
        isAlone
          ? "cannot save in pieces: more than \(Self.mostBytes) bytes are no one change"
          : "cannot save in pieces: others are saving much; try again")
    }
  }

  /// What the caller saves has come to an end.
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
