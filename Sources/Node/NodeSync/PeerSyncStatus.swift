package import HealthModel

/// How the sync with a peer stands, for its owner to see; instants are seconds since 2001-01-01 UTC.
package struct PeerSyncStatus: Hashable, Sendable {
  /// What it is at.
  package enum State: Hashable, Sendable {
    /// Nobody can call: no address is known here, and the peer does not call.
    case waiting
    /// The connection is being made.
    case connecting
    /// What both have is being compared or sent.
    case syncing
    /// Nothing is left to be sent.
    case settled
    /// It was tried in vain and will be again.
    case retrying
    /// The owner has to say whether many deletions may pass.
    case braked
  }

  package var state = State.waiting
  package var connectedSince: Double?
  package var heardAt: Double?
  /// When both were seen to hold the same.
  package var equalAt: Double?
  /// Whether they were so since the session began: from then on each tells the other at once what happens.
  var isInTouch = false
  /// When the last session ended in which they were.
  var inTouchUntil: Double?
  /// Why the last try failed, for people.
  package var failure = ""
  package var nextTry: Double?
  /// By how much its clock is ahead.
  package var clockSkew: Double?
  /// How many samples it does not have yet, as far as that is known.
  package var lag: [ObjectType: UInt64] = [:]
  /// Whether it was restored or copied behind its back.
  package var isAlarmed = false
  /// The deletions that the brake stopped.
  package var braked: [ObjectType: Int] = [:]
  /// Samples that it says are deleted, of which the owner has to say whether they are (R28).
  package var held: [ObjectType: UInt64] = [:]
  /// Whether it shows settings that this phone neither remembers nor sealed (R20).
  package var isUnsealed = false
  /// What shows that it runs twice, or that this device does.
  package var copies = CopySigns()
  package var bytesSent: UInt64 = 0
  package var bytesReceived: UInt64 = 0

  /// Notes that the session is over.
  mutating func loseTouch(at now: Double) {
    if isInTouch { inTouchUntil = now }
    isInTouch = false
  }
}

extension PeerSyncStatus {
  /// Takes in how it stood after a turn; what waits for a person outlives the session.
  ///
  /// - Parameters:
  ///   - standing: Of the peer.
  ///   - isConnected: Whether the session that the turn was of is still there.
  mutating func note(_ standing: SyncRules.Standing, isConnected: Bool) {
    clockSkew = standing.clockSkew ?? clockSkew
    braked = standing.braked
    isAlarmed = standing.isAlarmed
    held = standing.held
    isUnsealed = standing.isUnsealed
    if standing.isBraked {
      state = .braked
    } else if isConnected {
      state = standing.isReady ? .settled : .syncing
    } else if state == .braked {
      state = .waiting
    }
  }
}
