/// What becomes of samples that a watch shared with another phone.
package enum RowsPolicy: Hashable, Sendable, CaseIterable {
  /// No pairing while there are any.
  case refuse
  /// They stay, and the new phone gets them.
  case keep
  /// All samples are erased at the moment of pairing.
  case erase
}
