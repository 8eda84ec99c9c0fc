/// The map from values in one unit to values in another, worked out once.
///
/// Every result is the double nearest to the exact one, ties to even. A value between the same units
/// keeps its bits; infinities and NaN pass through; a result too great for a double is infinite.
package struct UnitConversion: Sendable {
  /// What is done per value; all but `exact` take the machine's own arithmetic.
  private enum Path: Sendable {
    case identity
    /// The factor is a double, so the product is rounded once.
    case multiply(Double)
    /// The factor's inverse is a double, so the quotient is rounded once.
    case divide(Double)
    case linear(LinearApproximation)
    case exact
  }

  private let path: Path
  private let map: AffineMap

  /// Throws where the units measure different things.
  package init(from source: Unit, to target: Unit) throws(ModelError) {
    guard source.isCompatible(with: target) else {
      throw ModelError(
        .invalidArgument, cannot: "convert \(source.unitString) to \(target.unitString)",
        "the units measure different things")
    }
    if source == target {
      map = AffineMap(ratio: Fraction(1), before: nil, after: nil)
      path = .identity
      return
    }
    map = AffineMap(
      ratio: source.scale * target.scale.reciprocal,
      before: source.zeroOffset, after: target.zeroOffset)
    path = Self.path(for: map)
  }

  private static func path(for map: AffineMap) -> Path {
    let slope = map.slopeParts
    if map.offset.isZero {
      if map.slope == map.divisor { return .identity }
      if slope.highIsExact { return .multiply(slope.high) }
      let inverse = map.divisor.rounded(over: map.slope)
      if inverse.isExact { return .divide(inverse.value) }
    }
    let offset = map.offsetParts
    return LinearApproximation(
      slope: (slope.high, slope.low), offset: offset
    ).map(Path.linear) ?? .exact
  }

  /// Whether values come out as they went in.
  package var isIdentity: Bool {
    if case .identity = path { true } else { false }
  }

  /// Converts one value.
  package func callAsFunction(_ value: Double) -> Double {
    switch path {
    case .identity: value
    case .multiply(let factor): value * factor
    case .divide(let divisor): value / divisor
    case .linear(let approximation): approximation(value) ?? map(value)
    case .exact: map(value)
    }
  }

  /// Converts many values in place.
  package func convert(_ values: inout [Double]) {
    switch path {
    case .identity: break
    case .multiply(let factor): for index in values.indices { values[index] *= factor }
    case .divide(let divisor): for index in values.indices { values[index] /= divisor }
    case .linear, .exact: for index in values.indices { values[index] = self(values[index]) }
    }
  }
}

extension Unit {
  /// The double nearest to the value in another unit; throws where the units are incompatible.
  package static func convert(
    _ value: Double, from source: Unit, to target: Unit
  ) throws(ModelError) -> Double {
    if source == target { return value }
    return try UnitConversion(from: source, to: target)(value)
  }
}
