/// A unit of measure: a product of prefixed symbols, each raised to a power.
///
/// Factors that are alike are merged and cancel out; unlike ones stay, so `dL/L` keeps its factor of
/// a tenth although it is dimensionless.
package struct Unit: Hashable, Sendable {
  /// One symbol with its prefix and power.
  struct Factor: Hashable, Sendable {
    var symbol: UnitSymbol
    var prefix: MetricPrefix = .none
    /// Present for moles only.
    var molarMass: MolarMass?
    var power = 1

    fileprivate func isSameUnit(as other: Factor) -> Bool {
      symbol == other.symbol && prefix == other.prefix && molarMass == other.molarMass
    }

    fileprivate func comesBefore(_ other: Factor) -> Bool {
      if symbol != other.symbol { return symbol.rawValue < other.symbol.rawValue }
      if prefix != other.prefix { return prefix.rawValue < other.prefix.rawValue }
      return (molarMass?.gramsPerMole ?? 0) < (other.molarMass?.gramsPerMole ?? 0)
    }
  }

  /// Different factors in one unit: real ones have four, and text and arithmetic stay short.
  package static let maximumFactors = 16

  /// The sum of all powers' magnitudes, so that exact arithmetic on hostile units stays cheap.
  package static let maximumDegree = 64

  /// Sorted, without two alike and without a power of zero.
  let factors: [Factor]

  /// The unit of plain numbers.
  package static let null = Unit(factors: [])

  private init(factors: [Factor]) {
    self.factors = factors
  }

  /// A symbol on its own.
  init(_ symbol: UnitSymbol, _ prefix: MetricPrefix = .none, molarMass: MolarMass? = nil) {
    self.init(factors: [Factor(symbol: symbol, prefix: prefix, molarMass: molarMass)])
  }

  /// The normal form of a product, or an error where it passes the bounds.
  init(normalizing product: [Factor], operation: @autoclosure () -> String) throws(ModelError) {
    var merged: [Factor] = []
    for factor in product.sorted(by: { $0.comesBefore($1) }) {
      guard let last = merged.last, last.isSameUnit(as: factor) else {
        merged.append(factor)
        continue
      }
      let (power, overflow) = last.power.addingReportingOverflow(factor.power)
      guard !overflow else { throw Self.tooComplex(operation()) }
      merged[merged.count - 1].power = power
    }
    merged.removeAll { $0.power == 0 }
    guard merged.count <= Self.maximumFactors else { throw Self.tooComplex(operation()) }
    var degree: UInt = 0
    for factor in merged {
      let (sum, overflow) = degree.addingReportingOverflow(factor.power.magnitude)
      guard !overflow, sum <= UInt(Self.maximumDegree) else {
        throw Self.tooComplex(operation())
      }
      degree = sum
    }
    self.init(factors: merged)
  }

  private static func tooComplex(_ operation: String) -> ModelError {
    ModelError(
      .invalidArgument, cannot: operation,
      "a unit has at most \(maximumFactors) factors and powers up to \(maximumDegree)")
  }

  /// Whether everything cancels out, so that only a number is left.
  package var isNull: Bool { dimension.isNone }

  /// What the unit measures.
  package var dimension: Dimension {
    factors.reduce(into: Dimension.none) { dimension, factor in
      dimension.multiply(by: factor.symbol.base, toPower: factor.power)
    }
  }

  /// Whether values convert between the two units.
  package func isCompatible(with other: Unit) -> Bool {
    self == other || dimension == other.dimension
  }
}

extension Unit {
  /// The product of two units; throws where it passes the bounds of a unit.
  package func multiplied(by other: Unit) throws(ModelError) -> Unit {
    try Unit(
      normalizing: factors + other.factors,
      operation: "multiply \(unitString) by \(other.unitString)")
  }

  /// The quotient of two units; throws where it passes the bounds of a unit.
  package func divided(by other: Unit) throws(ModelError) -> Unit {
    try Unit(
      normalizing: factors + other.reciprocal().factors,
      operation: "divide \(unitString) by \(other.unitString)")
  }

  /// A power of the unit; throws where it passes the bounds of a unit.
  package func raised(toPower power: Int) throws(ModelError) -> Unit {
    var raised = factors
    for index in raised.indices {
      let (product, overflow) = raised[index].power.multipliedReportingOverflow(by: power)
      guard !overflow else { throw Self.tooComplex("raise \(unitString) to a power") }
      raised[index].power = product
    }
    return try Unit(normalizing: raised, operation: "raise \(unitString) to a power")
  }

  /// One divided by the unit.
  package func reciprocal() -> Unit {
    Unit(
      factors: factors.map { factor in
        var inverse = factor
        inverse.power = -factor.power
        return inverse
      })
  }
}

extension Unit {
  /// One of the unit in base units, ignoring where a temperature scale has its zero.
  var scale: Fraction {
    factors.reduce(Fraction(1)) { product, factor in
      var scale = factor.symbol.scale * .powerOfTen(factor.prefix.exponent)
      if let molarMass = factor.molarMass {
        scale = scale * Fraction(exactly: molarMass.gramsPerMole)
      }
      return product * scale.raised(toPower: factor.power)
    }
  }

  /// What is added to a reading before scaling: only a temperature standing alone has a zero point.
  var zeroOffset: Fraction? {
    guard factors.count == 1, let only = factors.first, only.power == 1 else { return nil }
    return only.symbol.zeroOffset
  }
}
