internal import HealthModel
internal import Testing

/// One row of the unit table, written down apart from the code: `(x + offset) * over / under` in the
/// base unit of its dimension.
struct UnitFact: Sendable, CustomTestStringConvertible {
  var symbol: String
  var dimension: Dimension
  var over: String
  var under: String
  var offset: String
  var takesPrefix: Bool

  var testDescription: String { symbol }

  private init(
    _ symbol: String, _ dimension: Dimension, _ over: String, _ under: String = "1",
    offset: String = "0", prefixed: Bool = false
  ) {
    self.symbol = symbol
    self.dimension = dimension
    self.over = over
    self.under = under
    self.offset = offset
    takesPrefix = prefixed
  }

  static let all = [
    UnitFact("g", .mass, "1", prefixed: true),
    UnitFact("oz", .mass, "28.349523125"),
    UnitFact("lb", .mass, "453.59237"),
    UnitFact("st", .mass, "6350.29318"),
    UnitFact("m", .length, "1", prefixed: true),
    UnitFact("in", .length, "0.0254"),
    UnitFact("ft", .length, "0.3048"),
    UnitFact("yd", .length, "0.9144"),
    UnitFact("mi", .length, "1609.344"),
    UnitFact("L", .volume, "1", prefixed: true),
    UnitFact("fl_oz_us", .volume, "0.0295735295625"),
    UnitFact("fl_oz_imp", .volume, "0.0284130625"),
    UnitFact("pt_us", .volume, "0.473176473"),
    UnitFact("pt_imp", .volume, "0.56826125"),
    UnitFact("cup_us", .volume, "0.2365882365"),
    UnitFact("cup_imp", .volume, "0.284130625"),
    UnitFact("Pa", .pressure, "1", prefixed: true),
    UnitFact("mmHg", .pressure, "101325", "760"),
    UnitFact("cmAq", .pressure, "98.0665"),
    UnitFact("atm", .pressure, "101325"),
    UnitFact("s", .time, "1", prefixed: true),
    UnitFact("min", .time, "60"),
    UnitFact("hr", .time, "3600"),
    UnitFact("d", .time, "86400"),
    UnitFact("J", .energy, "1", prefixed: true),
    UnitFact("cal", .energy, "4.184"),
    UnitFact("kcal", .energy, "4184"),
    UnitFact("K", .temperature, "1", prefixed: true),
    UnitFact("degC", .temperature, "1", offset: "273.15"),
    UnitFact("degF", .temperature, "5", "9", offset: "459.67"),
    UnitFact("S", .conductance, "1", prefixed: true),
    UnitFact("count", .count, "1"),
    UnitFact("%", .percent, "1"),
    UnitFact("IU", .pharmacology, "1"),
    UnitFact("Cal", .energy, "4184"),
    UnitFact("dBASPL", .soundLevel, "1"),
    UnitFact("dBHL", .hearingLevel, "1"),
    UnitFact("Hz", .frequency, "1", prefixed: true),
    UnitFact("inHg", .pressure, "3386.38816"),
    UnitFact("V", .electricPotential, "1", prefixed: true),
    UnitFact("W", .power, "1", prefixed: true),
    UnitFact("D", .opticalPower, "1"),
    UnitFact("pD", .prism, "1"),
    UnitFact("rad", .angle, "1", prefixed: true),
    // The exact value of the double nearest to a 180th of pi.
    UnitFact("deg", .angle, "0.0174532925199432954743716805978692718781530857086181640625"),
    UnitFact("lx", .illuminance, "1", prefixed: true),
    UnitFact("appleEffortScore", .effort, "1"),
  ]

  static let prefixes = [
    ("", "1"), ("p", "0.000000000001"), ("n", "0.000000001"), ("mc", "0.000001"), ("m", "0.001"),
    ("c", "0.01"), ("d", "0.1"), ("da", "10"), ("h", "100"), ("k", "1000"), ("M", "1000000"),
    ("G", "1000000000"), ("T", "1000000000000"), ("f", "0.000000000000001"),
  ]

  /// A unit's text with what it means.
  struct Meaning {
    var text: String
    var dimension: Dimension
    var scale: BigRational
    var offset: BigRational
  }

  /// Every unit, with every prefix that it takes.
  static var meanings: [Meaning] {
    all.flatMap { fact in
      prefixes.filter { fact.takesPrefix || $0.0.isEmpty }.map { prefix in
        Meaning(
          text: prefix.0 + fact.symbol, dimension: fact.dimension,
          scale: BigRational(decimal: fact.over) / BigRational(decimal: fact.under)
            * BigRational(decimal: prefix.1),
          offset: BigRational(decimal: fact.offset))
      }
    }
  }
}
