/// A range of values that ends at round numbers.
struct ChartScale: Hashable {
  /// From the lowest to the highest; two or more.
  let ticks: [Double]

  var low: Double { ticks[0] }
  var high: Double { ticks[ticks.count - 1] }

  /// Takes in all values, with at most so many steps, or one more.
  init(_ values: [Double], steps: Int) {
    let finite = values.filter(\.isFinite)
    var low = finite.min() ?? 0
    var high = finite.max() ?? 0
    if low == high {
      // A line alone stands in the middle; nothing at all stands below one.
      let margin = low == 0 ? 1 : abs(low) / 10
      if low != 0 { low -= margin }
      high += margin
    }
    let step = Self.roundStep(atLeast: (high / Double(max(1, steps)) - low / Double(max(1, steps))))
    let first = (low / step).rounded(.down)
    let last = max(first + 1, (high / step).rounded(.up))
    let ticks = stride(from: first, through: last, by: 1).prefix(Self.mostTicks).map { $0 * step }
    self.ticks = ticks.count >= 2 && ticks.allSatisfy(\.isFinite) ? ticks : [low, high]
  }

  private static let mostTicks = 32

  /// Where a value lies, from 0 at the lowest to 1 at the highest.
  func place(_ value: Double) -> Double {
    // Halves, because the whole span of doubles is more than a double.
    min(max((value / 2 - low / 2) / (high / 2 - low / 2), 0), 1)
  }

  /// 1, 2 or 5 times a power of ten.
  private static func roundStep(atLeast size: Double) -> Double {
    guard size.isFinite, size > 1e-300, size < 1e300 else { return max(size, 1e-300) }
    var power = 1.0
    while power * 10 <= size { power *= 10 }
    var divisor = 1.0
    while power / divisor > size { divisor *= 10 }
    let base = power / divisor
    return [1, 2, 5].map { $0 * base }.first { $0 >= size } ?? 10 * base
  }
}
