extension Unit: CustomStringConvertible {
  /// The unit's text, which parses back to the same unit: `count/min`, `kg/m·s^2`, `1/s`, `()`.
  package var unitString: String {
    if factors.isEmpty { return "()" }
    let numerator = factors.filter { $0.power > 0 }
    let denominator = factors.filter { $0.power < 0 }
    let above = numerator.isEmpty ? "1" : Self.text(numerator)
    return denominator.isEmpty ? above : "\(above)/\(Self.text(denominator))"
  }

  package var description: String { unitString }

  private static func text(_ product: [Factor]) -> String {
    product.map { factor in
      var text = factor.prefix.symbol + factor.symbol.text
      if let molarMass = factor.molarMass { text += "<\(molarMass.text)>" }
      let power = factor.power.magnitude
      return power == 1 ? text : "\(text)^\(power)"
    }
    .joined(separator: "·")
  }
}
