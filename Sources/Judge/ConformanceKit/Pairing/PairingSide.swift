/// The two parts in an exchange.
package enum PairingSide: String, CaseIterable, Hashable, Sendable {
  /// The code is typed there, and it calls.
  case guest = "A"
  /// It shows the code, and is called.
  case host = "B"

  /// What the text calls it, in bytes.
  var letter: [UInt8] { Array(rawValue.utf8) }

  /// Whose turn a step is, by its number from 1 to 8.
  package init(ofStep number: Int) {
    self = number.isMultiple(of: 2) ? .host : .guest
  }
}
