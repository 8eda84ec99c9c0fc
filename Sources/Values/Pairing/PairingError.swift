/// Why two devices do not become a pair, or a pair cannot be changed.
///
/// Codes, keys and proofs never stand in it.
package struct PairingError: Error, Hashable {
  /// What a caller may react to; the raw values cross the wire, and are what programs see.
  package enum Refusal: String, Hashable, Sendable, CaseIterable {
    /// The code differs, or somebody is in between.
    case wrongCode = "wrong-code"
    /// Nobody shows a code there.
    case windowClosed = "window-closed"
    /// A code is being shown already.
    case windowOpen = "window-open"
    /// Another device is being paired at this moment.
    case busy = "busy"
    /// Too many codes were wrong.
    case locked = "locked"
    /// Two phones, or two watches.
    case wrongRole = "wrong-role"
    /// The clocks are too far apart.
    case clocks = "clocks"
    /// A watch has a phone already.
    case alreadyPaired = "already-paired"
    /// A watch holds samples that it shared with another phone.
    case otherHistory = "other-history"
    /// The two have no version of the exchange in common.
    case version = "version"
    /// What came does not fit the exchange.
    case malformed = "malformed"
    /// The owner said no.
    case declined = "declined"
    /// Too many attempts broke off.
    case codeSpent = "code-spent"
    /// The time of the window, or of the step, is over.
    case expired = "expired"
    /// There is no connection.
    case unreachable = "unreachable"
    /// The connection was lost on the way.
    case interrupted = "interrupted"
    /// The other one does not know us any more.
    case notPaired = "not-paired"
    /// There is no such peer.
    case noSuchPeer = "no-such-peer"
    /// It is not the device that was asked for.
    case unknownKey = "unknown-key"
  }

  /// When a lock ends.
  package enum LockEnd: Hashable, Sendable {
    /// By itself, in seconds since 2001-01-01 UTC.
    case at(Double)
    /// When the owner resets it.
    case reset
  }

  /// What a caller may react to.
  package var refusal: Refusal
  /// "cannot VERB OBJECT: REASON".
  package var message: String
  /// When it ends, for a lock.
  package var lockEnd: LockEnd?

  /// States a refusal.
  package init(_ refusal: Refusal, _ message: String, lockEnd: LockEnd? = nil) {
    self.refusal = refusal
    self.message = message
    self.lockEnd = lockEnd
  }
}

extension PairingError: CustomStringConvertible {
  package var description: String { message }
}
