public import Foundation

/// A message whose values know who may read them.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  /// The parts of a message.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var parts: [Part] = []

    /// A message without parts.
    public init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Appends what the program says.
    public mutating func appendLiteral(_ literal: String) {
      parts.append(.literal(literal))
    }

    /// Appends a whole number.
    public mutating func appendInterpolation<Number: BinaryInteger>(
      _ number: @autoclosure () -> Number, format: OSLogIntegerFormatting = .decimal,
      align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      let number = number()
      let text =
        switch format.radix {
        case 16: (format.hasPrefix ? "0x" : "") + String(number, radix: 16)
        case 8: (format.hasPrefix ? "0" : "") + String(number, radix: 8)
        default: String(number)
        }
      parts.append(.value(align.padded(text), isNumber: true, privacy))
    }

    /// Appends a number.
    public mutating func appendInterpolation<Number: BinaryFloatingPoint>(
      _ number: @autoclosure () -> Number,
      format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
      privacy: OSLogPrivacy = .auto
    ) {
      let text = String(format: "%.\(format.precision)f", Double(number()))
      parts.append(.value(align.padded(text), isNumber: true, privacy))
    }

    /// Appends true or false.
    public mutating func appendInterpolation(
      _ flag: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto
    ) { parts.append(.value("\(flag())", isNumber: true, privacy)) }

    /// Appends a text.
    public mutating func appendInterpolation(
      _ text: @autoclosure () -> String, align: OSLogStringAlignment = .none,
      privacy: OSLogPrivacy = .auto
    ) { parts.append(.value(align.padded(text()), isNumber: false, privacy)) }

    /// Appends a value by its description.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
      _ value: @autoclosure () -> Value,
      align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) { parts.append(.value(align.padded(value().description), isNumber: false, privacy)) }

    /// Appends an object by its description.
    public mutating func appendInterpolation(
      _ object: @autoclosure () -> NSObject?, privacy: OSLogPrivacy = .auto
    ) {
      parts.append(.value(object()?.description ?? "nil", isNumber: false, privacy))
    }

    /// Appends an error.
    public mutating func appendInterpolation(
      _ error: @autoclosure () -> (any Error)?, privacy: OSLogPrivacy = .auto
    ) {
      parts.append(.value(error().map { "\($0)" } ?? "nil", isNumber: false, privacy))
    }

    /// Appends the name of a type, which everybody may read.
    public mutating func appendInterpolation(
      _ type: @autoclosure () -> any Any.Type, privacy: OSLogPrivacy = .auto
    ) { parts.append(.value("\(type())", isNumber: true, privacy)) }
  }

  enum Part: Sendable {
    case literal(String)
    case value(String, isNumber: Bool, OSLogPrivacy)
  }

  let parts: [Part]

  /// A message without values.
  public init(stringLiteral value: String) {
    parts = [.literal(value)]
  }

  /// A message with values.
  public init(stringInterpolation: StringInterpolation) {
    parts = stringInterpolation.parts
  }

  /// The message as it may be read.
  func text(showsPrivate: Bool) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .value(let text, let isNumber, let privacy):
        privacy.shown(text, isNumber: isNumber, showsPrivate: showsPrivate)
      }
    }.joined()
  }
}

/// How a whole number is written.
public struct OSLogIntegerFormatting: Sendable {
  var radix = 10
  var hasPrefix = false

  /// With ten digits.
  public static let decimal = Self()
  /// With sixteen digits.
  public static let hex = Self(radix: 16)
  /// With eight digits.
  public static let octal = Self(radix: 8)

  /// With sixteen digits, and `0x` in front where asked for.
  public static func hex(includePrefix: Bool) -> Self { Self(radix: 16, hasPrefix: includePrefix) }
}

/// How a number is written.
public struct OSLogFloatFormatting: Sendable {
  var precision = 6

  /// With six digits after the point.
  public static let fixed = Self()

  /// With so many digits after the point.
  public static func fixed(precision: Int) -> Self { Self(precision: max(0, min(precision, 32))) }
}

/// How a value is filled with spaces.
public struct OSLogStringAlignment: Sendable {
  var columns = 0
  var isLeft = false

  /// Not at all.
  public static let none = Self()

  /// To so many columns, with the value at their end.
  public static func right(columns: Int) -> Self { Self(columns: columns) }
  /// To so many columns, with the value at their beginning.
  public static func left(columns: Int) -> Self { Self(columns: columns, isLeft: true) }

  func padded(_ text: String) -> String {
    let fill = String(repeating: " ", count: max(0, min(columns, 1_024) - text.count))
    return isLeft ? text + fill : fill + text
  }
}
