extension Statistics {
  /// Whether all numbers have the same bits, so that nobody could tell one from the other.
  package func isIdentical(to other: Self) -> Bool {
    Bits(start) == Bits(other.start) && Bits(end) == Bits(other.end)
      && values.isIdentical(to: other.values)
      && sources.elementsEqual(other.sources) { one, other in
        one.source == other.source && one.values.isIdentical(to: other.values)
      }
  }
}

extension Statistics.Values {
  fileprivate func isIdentical(to other: Self) -> Bool {
    Bits(average) == Bits(other.average) && Bits(minimum) == Bits(other.minimum)
      && Bits(maximum) == Bits(other.maximum) && Bits(sum) == Bits(other.sum)
      && Bits(mostRecent?.value) == Bits(other.mostRecent?.value)
      && Bits(mostRecent?.start) == Bits(other.mostRecent?.start)
      && Bits(mostRecent?.end) == Bits(other.mostRecent?.end)
  }
}

/// A number that equals itself even where it is none, and tells the two zeros apart.
private struct Bits: Hashable {
  var pattern: UInt64?

  init(_ number: Double?) {
    pattern = number?.bitPattern
  }
}
