extension Unit: CustomStringConvertible {
  /// The unit's text, which parses back to the same unit: `count/min`, `kg/m·s^2`, `1/s`, `()`.
  package var unitString: String {
    if factors.isEmpty { return "()" }
    let above = text(of: { $0.power > 0 })
    let below = text(of: { $0.power < 0 })
    let start = above.isEmpty ? "1" : above
    return below.isEmpty ? start : start + "/" + below
  }

  package var description: String { unitString }

  /// The product of some of the factors, as if all powers were positive.
  private func text(of isChosen: (Factor) -> Bool) -> String {
    var text = ""
    for factor in factors where isChosen(factor) {
      if !text.isEmpty { text += "·" }
      text += factor.prefix.symbol
      text += factor.symbol.text
      if let molarMass = factor.molarMass { text += "<\(molarMass.text)>" }
      let power = factor.power.magnitude
      if power != 1 { text += "^\(power)" }
    }
    return text
  }
}
