private import Glibc

/// Why a step of a hand-made peer failed.
package struct PeerError: Error, CustomStringConvertible {
  /// "cannot OPERATION: REASON".
  package let description: String

  /// States what failed, and why.
  package init(cannot operation: String, _ reason: String) {
    description = "cannot \(operation): \(reason)"
  }

  /// Passes a result on, unless it is the -1 of a failed call.
  @discardableResult
  static func check<Result: SignedInteger>(
    _ result: Result, _ operation: String
  ) throws(PeerError) -> Result {
    guard result < 0 else { return result }
    let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    throw PeerError(cannot: operation, reason)
  }
}
