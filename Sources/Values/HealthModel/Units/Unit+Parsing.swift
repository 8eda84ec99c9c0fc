extension Unit {
  /// Longer than any unit's own text, so that what a peer sends costs little to refuse.
  package static let maximumTextBytes = 1_024

  /// Parses HealthKit's unit text, such as `mg/dL`, `count/min`, `kg.m^-1.s^-2` or `mL/(kg*min)`.
  package init(parsing text: String) throws(ModelError) {
    var parser = UnitParser(text)
    self = try parser.parse()
  }
}

/// Reads unit text by recursive descent.
///
/// Where HealthKit's documentation is silent: `**`, white space, a sign `+`, an empty string, a `1`
/// other than as the whole numerator, and more than one `/` (inside parentheses or out) are refused;
/// parentheses may nest and hold the one `/`; a power of zero leaves nothing; `()` is the null unit
/// only as the whole text.
private struct UnitParser {
  /// Enough for any unit that a person writes, and a bound for the stack.
  private static let maximumDepth = 8

  private let text: String
  private let bytes: [UInt8]
  private var position = 0
  private var hasDivided = false

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8.prefix(Unit.maximumTextBytes + 1))
  }

  mutating func parse() throws(ModelError) -> Unit {
    guard bytes.count <= Unit.maximumTextBytes else { throw failure("the text is too long") }
    guard !bytes.isEmpty else { throw failure("the text is empty") }
    if text == "()" { return .null }
    let factors = try parseQuotient(depth: 0)
    guard position == bytes.count else { throw failure("unexpected character") }
    return try Unit(normalizing: factors, operation: operation)
  }

  private mutating func parseQuotient(depth: Int) throws(ModelError) -> [Unit.Factor] {
    var factors: [Unit.Factor] = []
    if peek == UInt8(ascii: "1"), peek(ahead: 1) == UInt8(ascii: "/") {
      position += 1
    } else {
      factors = try parseProduct(depth: depth)
    }
    guard take(UInt8(ascii: "/")) else { return factors }
    guard !hasDivided else { throw failure("a unit has at most one /") }
    hasDivided = true
    for var factor in try parseProduct(depth: depth) {
      factor.power = -factor.power
      factors.append(factor)
    }
    return factors
  }

  private mutating func parseProduct(depth: Int) throws(ModelError) -> [Unit.Factor] {
    var factors = try parseFactor(depth: depth)
    while takeMultiplication() { factors += try parseFactor(depth: depth) }
    return factors
  }

  private mutating func parseFactor(depth: Int) throws(ModelError) -> [Unit.Factor] {
    var factors: [Unit.Factor]
    if take(UInt8(ascii: "(")) {
      guard depth < Self.maximumDepth else { throw failure("parentheses nest too deep") }
      factors = try parseQuotient(depth: depth + 1)
      guard take(UInt8(ascii: ")")) else { throw failure("a parenthesis is not closed") }
    } else {
      factors = [try parseAtom()]
    }
    guard take(UInt8(ascii: "^")) else { return factors }
    let power = try parsePower()
    for index in factors.indices {
      // Magnitudes stay below 99^10, because parentheses are bounded and a power has two digits.
      let (product, overflow) = factors[index].power.multipliedReportingOverflow(by: power)
      guard !overflow else { throw failure("a power is too great") }
      factors[index].power = product
    }
    return factors
  }

  private mutating func parsePower() throws(ModelError) -> Int {
    let isNegative = take(UInt8(ascii: "-"))
    var value = 0
    var digits = 0
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      digits += 1
      guard digits <= 2 else { throw failure("a power is too great") }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      position += 1
    }
    guard digits > 0 else { throw failure("a power is a whole number") }
    return isNegative ? -value : value
  }

  private mutating func parseAtom() throws(ModelError) -> Unit.Factor {
    let start = position
    while let byte = peek, Self.isSymbolByte(byte) { position += 1 }
    let name = bytes[start..<position]
    guard !name.isEmpty else { throw failure("a unit is missing") }
    guard let (symbol, prefix) = UnitVocabulary.shared.find(name) else {
      throw failure("unknown unit")
    }
    var factor = Unit.Factor(symbol: symbol, prefix: prefix)
    if symbol == .mole { factor.molarMass = try parseMolarMass() }
    return factor
  }

  private mutating func parseMolarMass() throws(ModelError) -> MolarMass {
    guard take(UInt8(ascii: "<")) else { throw failure("mol needs <molar mass>") }
    let start = position
    var points = 0
    while let byte = peek, byte != UInt8(ascii: ">") {
      let isPoint = byte == UInt8(ascii: ".")
      guard isPoint || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        throw failure("a molar mass is a decimal number")
      }
      points += isPoint ? 1 : 0
      position += 1
    }
    let digits = bytes[start..<position]
    guard take(UInt8(ascii: ">")), points <= 1, digits.count > points,
      digits.first != UInt8(ascii: "."), digits.last != UInt8(ascii: "."),
      let mass = Double(String(decoding: digits, as: UTF8.self))
    else { throw failure("a molar mass is a decimal number") }
    guard let molarMass = MolarMass(mass) else {
      throw failure("a molar mass is between 0.001 and 1e12 g/mol")
    }
    return molarMass
  }
}

extension UnitParser {
  private var peek: UInt8? { peek(ahead: 0) }

  private func peek(ahead offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  /// `.`, `*` or the middle dot that printing uses.
  private mutating func takeMultiplication() -> Bool {
    if take(UInt8(ascii: ".")) || take(UInt8(ascii: "*")) { return true }
    guard peek == 0xC2, peek(ahead: 1) == 0xB7 else { return false }
    position += 2
    return true
  }

  private static func isSymbolByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  /// Text longer than a sensible unit, or with control characters, is not repeated.
  private var operation: String {
    let isShort = bytes.count <= 64
    let isPrintable = text.unicodeScalars.allSatisfy {
      (0x20...0x7E).contains($0.value) || $0 == "·"
    }
    return isShort && isPrintable ? "parse unit '\(text)'" : "parse unit"
  }

  private func failure(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: operation, detail)
  }
}
