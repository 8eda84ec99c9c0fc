/// A request that is longer than the daemon takes in one call; nothing was sent.
///
/// Whoever saves or deletes many samples makes several calls; all of what is in one is done, or nothing.
package struct RequestTooLarge: Error, Hashable {
  /// What a daemon takes.
  package static let mostBytes = 4 << 20
  /// For what stands beside the samples.
  static let margin = 4 << 10

  /// What was attempted, as a verb phrase.
  package var operation = "save the samples"
  /// How many bytes the request has, about.
  package var byteCount: Int
}

extension RequestTooLarge: CustomStringConvertible {
  package var description: String {
    "cannot \(operation): \(byteCount) bytes exceed \(Self.mostBytes), what a call may have"
  }
}
