/// What one side of CPace sends: an element of the group, and data that both sides must agree on.
struct CPaceShare: Hashable, Sendable {
  /// Y of the draft, 32 bytes.
  var element: [UInt8]
  /// AD of the draft.
  var associatedData: [UInt8]

  /// Both, told apart: this is what transcripts and proofs are made of.
  var bytes: [UInt8] { LengthPrefixed.join(element, associatedData) }
}
