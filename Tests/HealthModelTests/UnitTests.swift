internal import HealthModel
internal import TestSupport
internal import Testing

@Suite struct UnitTests {
  @Test func `every unit has its text and its dimension`() throws {
    for meaning in UnitFact.meanings {
      let unit = try Unit(parsing: meaning.text)
      #expect(unit.unitString == meaning.text)
      #expect(unit.dimension == meaning.dimension, "\(meaning.text)")
    }
    #expect(UnitFact.meanings.count == 47 + 8 * 13 + 5 * 13)
  }

  @Test(arguments: [
    (Unit.count, "count"), (.percent, "%"), (.meter(), "m"), (.meter(.centi), "cm"),
    (.inch, "in"), (.foot, "ft"), (.yard, "yd"), (.mile, "mi"), (.second(), "s"),
    (.second(.milli), "ms"), (.minute, "min"), (.hour, "hr"), (.day, "d"), (.liter(), "L"),
    (.liter(.deci), "dL"), (.fluidOunceUS, "fl_oz_us"), (.fluidOunceImperial, "fl_oz_imp"),
    (.pintUS, "pt_us"), (.pintImperial, "pt_imp"), (.cupUS, "cup_us"), (.cupImperial, "cup_imp"),
    (.gram(), "g"), (.gram(.micro), "mcg"), (.ounce, "oz"), (.pound, "lb"), (.stone, "st"),
    (.pascal(.kilo), "kPa"), (.millimeterOfMercury, "mmHg"), (.centimeterOfWater, "cmAq"),
    (.atmosphere, "atm"), (.joule(.kilo), "kJ"), (.calorie, "cal"), (.kilocalorie, "kcal"),
    (.kelvin(), "K"), (.degreeCelsius, "degC"), (.degreeFahrenheit, "degF"),
    (.siemen(.micro), "mcS"), (.null, "()"), (.internationalUnit, "IU"), (.largeCalorie, "Cal"),
    (.decibelAWeightedSoundPressureLevel, "dBASPL"), (.decibelHearingLevel, "dBHL"),
    (.hertz(), "Hz"), (.inchesOfMercury, "inHg"), (.volt(.micro), "mcV"), (.watt(.kilo), "kW"),
    (.diopter, "D"), (.prismDiopter, "pD"), (.radianAngle(.milli), "mrad"), (.degreeAngle, "deg"),
    (.lux(), "lx"), (.appleEffortScore, "appleEffortScore"), (.meter(.femto), "fm"),
  ])
  func `a constructor makes the unit of that text`(unit: Unit, text: String) throws {
    #expect(unit.unitString == text)
    #expect(try Unit(parsing: text) == unit)
  }

  @Test(arguments: [
    ("kg/m.s^2", "kg/m·s^2"), ("kg/(m.s^2)", "kg/m·s^2"), ("kg.m^-1.s^-2", "kg/m·s^2"),
    ("m.s", "m·s"), ("s*m", "m·s"), ("m·s", "m·s"), ("ml/(kg*min)", "mL/min·kg"),
    ("J/(m*kg*s)", "m·s·kg"), ("J/(s*kg*m)", "m·s·kg"), ("J/(m*s*kg)", "m·s·kg"),
    ("s^-1", "1/s"), ("1/s", "1/s"), ("1/(s)", "1/s"), ("m.m", "m^2"), ("m^2.m^-1", "m"),
    ("(m/s)^2", "m^2/s^2"), ("((m))", "m"), ("(m/s).kg", "m·kg/s"), ("m/m", "()"),
    ("m^0", "()"), ("()", "()"), ("l", "L"), ("ml", "mL"), ("dal", "daL"), ("m^01", "m"),
    ("mmol<180.15588000005408>/L", "mmol<180.1558800000541>/L"), ("mol<2>", "mol<2>"),
    ("mol<2.50>", "mol<2.5>"), ("mol<0.001>", "mol<0.001>"), ("mol<00018>", "mol<18>"),
    ("(1/s)", "1/s"), ("count/min", "count/min"), ("min", "min"), ("dm.d", "dm·d"),
  ])
  func `text is read and printed in its normal form`(text: String, printed: String) throws {
    let unit = try Unit(parsing: text)
    #expect(unit.unitString == (printed == "m·s·kg" ? "J/m·s·kg" : printed))
    #expect(try Unit(parsing: unit.unitString) == unit)
  }

  @Test(arguments: [
    "", " ", "m s", " m", "m ", "m**2", "m^", "m^+2", "m^1.5", "m^--1", "m^100", "m^65", "m^x",
    "/s", "m/", "m//s", "mL/kg/min", "J/m/kg/s", "(m/s)/kg", "m/(s/kg)", "1", "1*m", "1·m/s",
    "m/1", "(1)", "m·()", "()^2", "()/s", "(", ")", "(m", "m)", "()()", "m.", ".m", "m..s", "2m",
    "Kg", "KG", "G", "T", "k", "h", "hr2", "ug", "μg", "µg", "fmin", "femtometer", "kWh", "kcount",
    "k%", "klb", "kmin", "kmmHg", "Mcal", "mcal", "kkcal", "kdegC", "cd", "count/hour", "gram",
    "mol", "mol<>", "mol<", "mol<1", "mol<-1>", "mol<0>", "mol<1e3>", "mol<1.>", "mol<.1>",
    "mol<1..2>", "mol<nan>", "mol<inf>", "mol<0.0001>", "mol<10000000000000>", "mol<1>2",
    "mol<1,5>", "g<1>", "m\u{0}", "m\n", "м", "ＭＬ", "m^٢", "iu", "mIU", "kCal", "hz", "mdeg",
    "mD", "dBA", "m⋅s", "((((((((((m))))))))))",
  ])
  func `anything else is refused as an invalid argument`(text: String) throws {
    let error = try #require(throws: ModelError.self) { try Unit(parsing: text) }
    #expect(error.code == .invalidArgument)
    #expect(error.healthKitCode == 3)
  }

  @Test func `text and units have bounds`() throws {
    let long = String(repeating: "(", count: 1_000_000)
    #expect(throws: ModelError.self) { try Unit(parsing: long) }
    let meters = Array(repeating: "m", count: 65).joined(separator: ".")
    #expect(throws: ModelError.self) { try Unit(parsing: meters) }
    #expect(throws: ModelError.self) { try Unit(parsing: "((((m^99)^99)^99)^99)^99") }
    #expect(try Unit(parsing: "(m^8)^8").unitString == "m^64")
    #expect(throws: ModelError.self) { try Unit.meter().raised(toPower: 65) }
    #expect(throws: ModelError.self) { try Unit.meter().raised(toPower: .min) }
    #expect(throws: ModelError.self) { try Unit(parsing: "m^2").raised(toPower: .max) }
    let widest = try Unit.meter().raised(toPower: -64)
    #expect(throws: ModelError.self) { try widest.divided(by: .second()) }
    #expect(throws: ModelError.self) { try widest.multiplied(by: .second()) }
    let many = (10...25).map { "mcmol<\($0)0000.1234567891>" }.joined(separator: "·")
    #expect(try Unit(parsing: many).unitString == many)
    #expect(throws: ModelError.self) { try Unit(parsing: many + "·g") }
  }

  @Test func `units multiply, divide and cancel out`() throws {
    let perDeciliter = try Unit.gram().divided(by: .liter(.deci))
    #expect(try perDeciliter == Unit(parsing: "g/dL"))
    #expect(try perDeciliter.multiplied(by: .liter(.deci)) == .gram())
    #expect(try Unit.second().raised(toPower: -1) == Unit.second().reciprocal())
    #expect(Unit.second().reciprocal().unitString == "1/s")
    #expect(Unit.null.reciprocal() == .null)
    #expect(try Unit.meter().raised(toPower: 0) == .null)
    #expect(try Unit.gram().divided(by: .gram()) == .null)
    #expect(Unit.null.isNull)
    #expect(!Unit.count.isNull)
    #expect(!Unit.percent.isNull)
  }

  @Test func `a quotient of one dimension is null and keeps its factor`() throws {
    let tenth = try Unit.liter(.deci).divided(by: .liter())
    #expect(tenth.isNull)
    #expect(try Unit.convert(5, from: tenth, to: .null) == 0.5)
    #expect(try Unit(parsing: tenth.unitString) == tenth)
  }

  @Test(arguments: [
    ("kcal", "g"), ("%", "count"), ("()", "count"), ("L", "m^3"), ("Pa", "J/L"), ("degC", "degC^2"),
    ("count/min", "count"), ("mol<18>", "L"), ("K", "J"),
    ("dBASPL", "Pa"), ("dBASPL", "dBHL"), ("Hz", "1/s"), ("Hz", "count/s"), ("W", "J/s"),
    ("D", "pD"), ("IU", "count"), ("appleEffortScore", "count"),
  ])
  func `units of other dimensions do not convert`(first: String, second: String) throws {
    let left = try Unit(parsing: first)
    let right = try Unit(parsing: second)
    #expect(!left.isCompatible(with: right))
    let error = try #require(throws: ModelError.self) {
      try Unit.convert(1, from: left, to: right)
    }
    #expect(
      error.description
        == "cannot convert \(left.unitString) to \(right.unitString): "
        + "the units measure different things")
  }

  @Test func `random products print as text that reads back the same`() throws {
    let seed: UInt64 = 0x5EED_0001
    var generator = SeededGenerator(seed: seed)
    let words = UnitFact.meanings.map(\.text)
    for _ in 0..<3_000 {
      var unit = Unit.null
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        var factor = try Unit(parsing: try #require(words.randomElement(using: &generator)))
        if Int.random(in: 0..<8, using: &generator) == 0 {
          let mass = Double.random(in: 0.001...1, using: &generator)
          let power = Int.random(in: 0...11, using: &generator)
          let scale = (0..<power).reduce(1.0) { scale, _ in scale * 10 }
          factor = try .mole(molarMass: mass * scale, prefix: .milli)
        }
        let power = Int.random(in: -4...4, using: &generator)
        unit = try unit.multiplied(by: factor.raised(toPower: power))
      }
      let read = try Unit(parsing: unit.unitString)
      #expect(read == unit, "seed \(seed), unit \(unit)")
      #expect(read.unitString == unit.unitString, "seed \(seed), unit \(unit)")
    }
  }

  @Test(arguments: [
    (180.15588000005408, "mol<180.1558800000541>"), (18, "mol<18>"), (0.1, "mol<0.1>"),
    (0.001, "mol<0.001>"), (1.0 / 3, "mol<0.3333333333333333>"), (1e12, "mol<1000000000000>"),
    (999999999999.9999, "mol<999999999999.9999>"), (0.0099999999999999999, "mol<0.01>"),
    (100000000000.00002, "mol<100000000000>"), (0x1.0000000000001p0, "mol<1>"),
    (9.9999999999999982, "mol<9.999999999999998>"), (58.44, "mol<58.44>"),
  ])
  func `a molar mass shows 16 digits`(mass: Double, text: String) throws {
    #expect(try Unit.mole(molarMass: mass).unitString == text)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e13, 0.0009])
  func `an impossible molar mass is refused`(mass: Double) {
    #expect(throws: ModelError.self) { try Unit.mole(molarMass: mass) }
  }
}
