/// Which field comes next, and how it is told.
package struct WireTag: Hashable, Sendable {
  /// The wire types.
  package enum Kind: Int, Hashable, Sendable {
    case varint = 0
    case fixed64 = 1
    case delimited = 2
    case groupStart = 3
    case groupEnd = 4
    case fixed32 = 5
  }

  package let number: Int
  package let kind: Kind

  package init(_ number: Int, _ kind: Kind) {
    self.number = number
    self.kind = kind
  }
}
