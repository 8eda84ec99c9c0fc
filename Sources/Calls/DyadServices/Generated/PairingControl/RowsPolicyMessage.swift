/// What becomes of samples that a watch shared with another phone.
package enum RowsPolicyMessage: Int32, Hashable, Sendable {
  /// No pairing while there are any.
  case refuse = 0
  /// They stay, and the new phone gets them.
  case keep = 1
  /// All samples are erased at the moment of pairing.
  case erase = 2
}
