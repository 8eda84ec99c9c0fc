internal import TextFormats

/// Numbers as protobuf's JSON has them: as numbers or as texts.
enum NumberText {
  /// Above it not every whole number is a double, so one that was written otherwise may be meant.
  private static let largestExact = 9_007_199_254_740_992.0

  /// The whole number that `json` is or spells, in the range of `Number`.
  static func integer<Number: FixedWidthInteger>(
    _ json: JSONValue, as type: Number.Type, _ name: StaticString
  ) throws(DynamicMessageError) -> Number {
    let whole: Int128?
    switch json {
    case .integer(let value): whole = Int128(value)
    case .number(let value): whole = try exact(value)
    case .string(let text): whole = try integer(spelled: text)
    default: whole = nil
    }
    guard let whole else { throw DynamicMessageError(.badValue, "expected \(name)") }
    guard let number = Number(exactly: whole) else {
      throw DynamicMessageError(
        .badValue, "expected \(name), which is \(Number.min) to \(Number.max)")
    }
    return number
  }

  /// The double that `json` is or spells.
  static func double(_ json: JSONValue) throws(DynamicMessageError) -> Double {
    switch json {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    case .string("NaN"): return .nan
    case .string("Infinity"): return .infinity
    case .string("-Infinity"): return -.infinity
    case .string(let text):
      switch spelled(text) {
      case .integer(let value): return Double(value)
      case .number(let value): return value
      default: break
      }
    default: break
    }
    throw DynamicMessageError(
      .badValue, "expected a number, \"NaN\", \"Infinity\" or \"-Infinity\"")
  }

  /// The float that `json` is or spells.
  static func float(_ json: JSONValue) throws(DynamicMessageError) -> Float {
    let double = try double(json)
    let float = Float(double)
    guard float.isFinite || !double.isFinite else {
      throw DynamicMessageError(.badValue, "the number is too large for a float")
    }
    return float
  }

  static func json(_ double: Double) -> JSONValue {
    if double.isNaN { return .string("NaN") }
    if double.isInfinite { return .string(double < 0 ? "-Infinity" : "Infinity") }
    return .number(double)
  }

  static func json(_ float: Float) -> JSONValue {
    // The double with the float's own few digits, unless that would read as another float.
    if float.isFinite, let short = Double("\(float)"), Float(short) == float {
      return .number(short)
    }
    return json(Double(float))
  }

  private static func exact(_ value: Double) throws(DynamicMessageError) -> Int128? {
    guard value.magnitude <= largestExact else {
      throw DynamicMessageError(.badValue, "write a number this large in quotes")
    }
    return Int128(exactly: value)
  }

  private static func integer(spelled text: String) throws(DynamicMessageError) -> Int128? {
    let digits = text.hasPrefix("-") ? text.utf8.dropFirst() : text.utf8[...]
    let isPlain = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    // As in JSON, nothing starts with a 0 but 0 itself.
    if isPlain, digits.first != UInt8(ascii: "0") || digits.count == 1, digits.count < 39 {
      return Int128(text)
    }
    switch spelled(text) {
    case .integer(let value): return Int128(value)
    case .number(let value): return try exact(value)
    default: return nil
    }
  }

  /// The number that `text` spells as JSON does, without blanks.
  private static func spelled(_ text: String) -> JSONValue? {
    guard let first = text.utf8.first, let last = text.utf8.last,
      first > 0x20, last > 0x20
    else { return nil }
    return try? JSONValue(parsing: text)
  }
}
