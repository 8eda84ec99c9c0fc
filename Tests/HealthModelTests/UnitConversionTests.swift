internal import HealthModel
internal import TestSupport
internal import Testing

@Suite struct UnitConversionTests {
  @Test(arguments: [
    (20.0, "g", "kg", 0.02), (70, "kg", "g", 70_000), (1, "lb", "g", 453.59237),
    (1, "st", "lb", 14), (100, "cm", "m", 1), (1, "mi", "ft", 5280), (1, "hr", "min", 60),
    (1, "kcal", "J", 4184), (1, "kcal", "kJ", 4.184), (760, "mmHg", "atm", 1),
    (1, "atm", "Pa", 101_325), (72, "count/min", "count/s", 1.2), (1, "count/s", "count/min", 60),
    (90, "mg/dL", "g/L", 0.9), (37, "degC", "degF", 98.6), (98.6, "degF", "degC", 37),
    (0, "degC", "K", 273.15), (-40, "degC", "degF", -40), (32, "degF", "degC", 0),
    (0, "K", "degC", -273.15), (310.15, "K", "mK", 310_150), (1, "mol<18.5>", "g", 18.5),
    (2, "mmol<18>", "mg", 36), (36, "mol<18>", "mol<9>", 72), (1, "fl_oz_us", "mL", 29.5735295625),
    (9, "degF·m", "degC·m", 5), (9, "1/degC", "1/degF", 5), (1, "dL/L", "()", 0.1),
    (9, "degF^2", "K^2", 2.7777777777777777), (5, "%", "%", 5),
  ])
  func `a value is told in another unit`(
    value: Double, source: String, target: String, expected: Double
  ) throws {
    let converted = try Unit.convert(
      value, from: Unit(parsing: source), to: Unit(parsing: target))
    #expect(converted == expected)
  }

  /// Readings, odd ones and the ends of the range, for each pair of units.
  private static func values(using generator: inout SeededGenerator) -> [Double] {
    [1, -20, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 32]
      + (0..<6).map { _ in .anyReading(using: &generator) }
      + (0..<2).map { _ in .anyFinite(using: &generator) }
  }

  @Test(arguments: [
    Dimension.mass, .length, .volume, .pressure, .time, .energy, .temperature, .conductance,
    .count, .percent,
  ])
  func `each pair of units converts to the nearest double`(dimension: Dimension) throws {
    let seed: UInt64 = 0x5EED_0002
    var generator = SeededGenerator(seed: seed)
    // Unprefixed units and a few prefixes are enough to meet each way of calculating.
    let shown = Set(["", "p", "m", "k", "T"])
    let meanings = UnitFact.meanings.filter { meaning in
      meaning.dimension == dimension
        && UnitFact.all.contains { fact in
          meaning.text.hasSuffix(fact.symbol)
            && shown.contains(String(meaning.text.dropLast(fact.symbol.count)))
        }
    }
    for source in meanings {
      for target in meanings {
        let conversion = try UnitConversion(
          from: Unit(parsing: source.text), to: Unit(parsing: target.text))
        for value in Self.values(using: &generator) {
          let exact =
            (BigRational(value) + source.offset) * (source.scale / target.scale) + -target.offset
          #expect(
            exact.isCorrectlyRounded(as: conversion(value)),
            "seed \(seed): \(value) \(source.text) in \(target.text) is not \(conversion(value))")
        }
      }
    }
  }

  @Test(arguments: [
    ("mg/dL", "mmol<180.15588000005408>/L"), ("mL/min·kg", "fl_oz_us/hr·lb"),
    ("kg·m^-1·s^-2", "lb/ft·min^2"), ("Tg^25", "pg^25"), ("pg^25", "Tg^25"),
    ("mmHg^16/mi^16", "Pa^16/in^16"),
  ])
  func `compound units convert to the nearest double`(first: String, second: String) throws {
    let seed: UInt64 = 0x5EED_0003
    var generator = SeededGenerator(seed: seed)
    let source = try Unit(parsing: first)
    let target = try Unit(parsing: second)
    let ratio = Self.scale(of: first) / Self.scale(of: second)
    let conversion = try UnitConversion(from: source, to: target)
    for _ in 0..<100 {
      let value =
        Bool.random(using: &generator)
        ? Double.anyReading(using: &generator) : .anyFinite(using: &generator)
      #expect(
        (BigRational(value) * ratio).isCorrectlyRounded(as: conversion(value)),
        "seed \(seed): \(value) \(first) in \(second) is not \(conversion(value))")
    }
  }

  /// The scale of a compound unit, read from the fact table with `·`, `^` and one `/`.
  private static func scale(of text: String) -> BigRational {
    var result = BigRational(1)
    for (index, side) in text.split(separator: "/").enumerated() {
      for factor in side.split(separator: "·") {
        let parts = factor.split(separator: "^")
        let power = (parts.count > 1 ? Int(parts[1]) ?? 1 : 1) * (index == 0 ? 1 : -1)
        let word = String(parts[0])
        let scale =
          UnitFact.meanings.first { $0.text == word }?.scale
          // The molar mass as printed, to 16 digits and then as a double.
          ?? BigRational(180.1558800000541) * BigRational(decimal: "0.001")
        for _ in 0..<abs(power) { result = power > 0 ? result * scale : result / scale }
      }
    }
    return result
  }

  @Test func `ties go to the even neighbour`() throws {
    // An odd multiple of five, halved by the ratio, lies between two doubles.
    let source = try Unit(parsing: "mmHg")
    let target = try Unit(parsing: "Pa")
    let conversion = try UnitConversion(from: source, to: target)
    let ratio = BigRational(101_325) / BigRational(760)
    for step in 0..<200 {
      // 101325/760 = 20265/152: a multiple of 19 leaves a fraction over 8, tied where it is long.
      let value = Double(19) * Double((1 << 42) + step)
      #expect((BigRational(value) * ratio).isCorrectlyRounded(as: conversion(value)))
    }
  }

  @Test func `the same unit keeps every bit`() throws {
    let conversion = try UnitConversion(from: .degreeCelsius, to: .degreeCelsius)
    #expect(conversion.isIdentity)
    for value in [-0.0, 0.1, .leastNonzeroMagnitude, .infinity, -.infinity, 1e308] {
      #expect(conversion(value).bitPattern == value.bitPattern)
    }
    #expect(conversion(.nan).isNaN)
    let synonym = try UnitConversion(from: .gram(.kilo), to: Unit(parsing: "kg^2/kg"))
    #expect(synonym.isIdentity)
  }

  @Test func `zero, infinity and overflow follow the usual arithmetic`() throws {
    let down = try UnitConversion(from: .gram(), to: .gram(.kilo))
    let up = try UnitConversion(from: .pound, to: .gram(.pico))
    let warm = try UnitConversion(from: .degreeCelsius, to: .degreeFahrenheit)
    #expect(down(-0.0).sign == .minus)
    #expect(up(0).bitPattern == 0)
    #expect(up(-0.0).sign == .minus)
    #expect(up(.greatestFiniteMagnitude) == .infinity)
    #expect(up(-.greatestFiniteMagnitude) == -.infinity)
    #expect(warm(.infinity) == .infinity)
    #expect(warm(.nan).isNaN)
    #expect(warm(-0.0) == 32)
  }

  @Test(arguments: [("kg", "g"), ("g", "kg"), ("lb", "kg"), ("degC", "degF"), ("Tg^25", "pg^25")])
  func `an array converts like its values`(source: String, target: String) throws {
    var generator = SeededGenerator(seed: 4)
    let conversion = try UnitConversion(
      from: Unit(parsing: source), to: Unit(parsing: target))
    let values = (0..<100).map { _ in Double.anyReading(using: &generator) }
    var converted = values
    conversion.convert(&converted)
    #expect(converted == values.map { conversion($0) })
  }

  @Test func `a value survives a round trip through any other unit`() throws {
    for source in UnitFact.meanings {
      for target in UnitFact.meanings where target.dimension == source.dimension {
        let there = try UnitConversion(
          from: Unit(parsing: source.text), to: Unit(parsing: target.text))
        let back = try UnitConversion(
          from: Unit(parsing: target.text), to: Unit(parsing: source.text))
        // Each way rounds once; what a temperature scale's zero adds is rounded with it.
        let scale = max(20, abs(there(20) / (there(1) - there(0))))
        #expect(
          abs(back(there(20)) - 20) <= scale * 0x1p-51, "\(source.text) \(target.text)")
      }
    }
  }
}

@Suite struct QuantityTests {
  @Test func `a quantity is told in any compatible unit`() throws {
    let dose = Quantity(20, .gram())
    #expect(try dose.value(in: .gram(.kilo)) == 0.02)
    #expect(dose.isCompatible(with: .pound))
    #expect(!dose.isCompatible(with: .kilocalorie))
    #expect(throws: ModelError.self) { try dose.value(in: .kilocalorie) }
  }

  @Test(arguments: [
    (1.0, "kg", 1_000.0, "g", Ordering.same), (1, "lb", 453.59237, "g", .same),
    (1, "g", 1, "kg", .ascending), (37, "degC", 98.6, "degF", .same),
    (-1, "kg", 1, "g", .ascending), (-2, "kg", -1, "kg", .ascending), (0, "kg", 0, "lb", .same),
    (-0.0, "kg", 0, "lb", .same), (0, "degC", 273, "K", .descending),
    (0.1, "kg", 100.00000000000001, "g", .ascending), (1e308, "Tg", .infinity, "g", .ascending),
    (.infinity, "g", 1, "kg", .descending), (-.infinity, "g", .infinity, "kg", .ascending),
  ])
  func `quantities compare across units, and the same both ways`(
    value: Double, unit: String, other: Double, otherUnit: String, expected: Ordering
  ) throws {
    let left = Quantity(value, try Unit(parsing: unit))
    let right = Quantity(other, try Unit(parsing: otherUnit))
    #expect(try left.compare(right) == expected)
    #expect(try right.compare(left).rawValue == -expected.rawValue)
  }

  @Test func `close quantities are the same or in their exact order`() throws {
    let seed: UInt64 = 0x5EED_0005
    var generator = SeededGenerator(seed: seed)
    let meanings = UnitFact.meanings
    for _ in 0..<1_000 {
      let first = try #require(meanings.randomElement(using: &generator))
      let same = meanings.filter { $0.dimension == first.dimension }
      let second = try #require(same.randomElement(using: &generator))
      let left = Quantity(.anyReading(using: &generator), try Unit(parsing: first.text))
      let unit = try Unit(parsing: second.text)
      let near = try left.value(in: unit)
      #expect(try left.compare(Quantity(near, unit)) == .same)
      for value in [near.nextDown, near.nextUp] {
        let right = Quantity(value, unit)
        let order = ((BigRational(left.value) + first.offset) * first.scale)
          .order(to: (BigRational(value) + second.offset) * second.scale)
        let isSame = try right.value(in: left.unit) == left.value
        let expected = isSame ? 0 : order
        #expect(try left.compare(right).rawValue == expected, "seed \(seed): \(left) \(right)")
        #expect(try right.compare(left).rawValue == -expected, "seed \(seed): \(left) \(right)")
      }
    }
  }

  @Test func `what cannot be compared is an error`() {
    #expect(throws: ModelError.self) { try Quantity(1, .gram()).compare(Quantity(1, .count)) }
    #expect(throws: ModelError.self) { try Quantity(.nan, .gram()).compare(Quantity(1, .gram())) }
    #expect(throws: ModelError.self) { try Quantity(1, .pound).compare(Quantity(.nan, .gram())) }
  }
}
