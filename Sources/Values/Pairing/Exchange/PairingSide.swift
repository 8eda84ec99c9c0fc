/// The two parts in an exchange.
enum PairingSide: Sendable {
  /// A: the code is typed there, and it calls.
  case joining
  /// B: it shows the code, and is called.
  case showing

  /// What the construction calls it.
  var letter: [UInt8] { Array((self == .joining ? "A" : "B").utf8) }

  /// What its commit is told apart by.
  var commitDomain: [UInt8] {
    Array((self == .joining ? "dyad-commit-A" : "dyad-commit-B").utf8)
  }
}
