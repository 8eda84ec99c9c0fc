package import HealthModel

/// How far a session has come, for people to see.
package struct SessionProgress: Hashable, Sendable {
  /// Whether it has greeted, and reconciled where that was due.
  package var isReady: Bool
  /// Whether everything was said, and acknowledged.
  package var isSettled: Bool
  /// How many samples the peer does not cover yet, as far as it told.
  package var lag: [ObjectType: UInt64]
}

extension Exchange where Store: ~Copyable {
  /// How far this side has come, apart from refills.
  func progress(_ store: inout Store) throws -> SessionProgress {
    let missing = store.presented.restricted(to: sends.scope).subtracting(heard)
      .subtracting(shown)
    let isSettled =
      isReady && isAcknowledged && !owesAcknowledgement && held == nil
      && logScanned >= store.head.position
      && store.presented.restricted(to: sends.scope).subtracting(peerCovers).isEmpty
    return SessionProgress(isReady: isReady, isSettled: isSettled, lag: missing.counts)
  }
}

extension WatchNode where Store: ~Copyable {
  /// How far the session has come; nothing without one.
  package func progress(_ store: inout Store) throws -> SessionProgress? {
    guard let session else { return nil }
    var progress = try session.exchange.progress(&store)
    if session.view != view { progress.isReady = false }
    return progress
  }
}

extension PhoneNode where Store: ~Copyable {
  /// How far the session with a watch has come; nothing without one.
  package func progress(of watch: DeviceID, _ store: inout Store) throws -> SessionProgress? {
    guard let place = place(of: watch) else { return nil }
    var progress = try sessions[place].exchange.progress(&store)
    if progress.isSettled, let greeting = sessions[place].greeting, !sessions[place].isRefilled {
      progress.isSettled = greeting.unknownTypes.isEmpty
    }
    return progress
  }

  /// When the session saw that both hold the same; nothing where it did not.
  package func equalAt(_ watch: DeviceID) -> Double? {
    place(of: watch).flatMap { sessions[$0].equalAt }
  }

  /// Asks the watch to compare as soon as it may.
  ///
  /// - Parameter watch: Which.
  /// - Returns: Whether there is a session that is ready, so that it is asked.
  package mutating func askToCompare(_ watch: DeviceID) -> Bool {
    guard let place = place(of: watch), sessions[place].exchange.isReady else { return false }
    sessions[place].exchange.send(.compareWanted)
    return true
  }

  /// Asks a watch to compare again that did so too early, now that it has everything.
  ///
  /// - Parameters:
  ///   - watch: Which.
  ///   - store: What is compared with.
  /// - Returns: Whether it is asked.
  package mutating func askToCompareAgain(
    _ watch: DeviceID, _ store: borrowing Store
  ) -> Bool {
    guard let place = place(of: watch), sessions[place].owesComparison,
      canCompare(at: place, store)
    else { return false }
    sessions[place].owesComparison = false
    return askToCompare(watch)
  }
}
