/// The trailers that tell why something was refused.
package enum RefusalTrailers {
  /// One of the words that `pairing.proto` and `pairing_control.proto` list.
  package static let refusal = "dyad-refusal"
  /// Until when a lock holds, in seconds since 2001-01-01 UTC, or "reset".
  package static let until = "dyad-until"
}
