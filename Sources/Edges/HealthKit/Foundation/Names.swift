// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

// What code for Apple's platforms names, and Linux's Foundation lacks.

extension String {
  /// The text of a key in the bundle's language; the key where it has none.
  public init(
    localized key: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    let known = (bundle ?? .main).localizedString(forKey: key.key, value: nil, table: table)
    self =
      key.arguments.isEmpty
      ? known : String(format: known, locale: locale, arguments: key.arguments)
  }

  /// The text of a resource.
  public init(localized resource: LocalizedStringResource) {
    self.init(
      localized: resource.defaultValue, table: resource.table, locale: resource.locale)
  }

  /// A key whose values are arguments of a format.
  public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// The parts of a key.
    public struct StringInterpolation: StringInterpolationProtocol {
      var key = ""
      var arguments: [any CVarArg] = []

      /// A key without parts.
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Appends part of the key.
      public mutating func appendLiteral(_ literal: String) {
        key += literal.replacingOccurrences(of: "%", with: "%%")
      }

      /// Appends a text.
      public mutating func appendInterpolation(_ text: String) {
        key += "%@"
        arguments.append(text as NSString)
      }

      /// Appends a whole number.
      public mutating func appendInterpolation(_ number: Int) {
        key += "%lld"
        arguments.append(number)
      }

      /// Appends a number.
      public mutating func appendInterpolation(_ number: Double) {
        key += "%lf"
        arguments.append(number)
      }

      /// Appends a value by its description.
      public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
        appendInterpolation(value.description)
      }
    }

    let key: String
    private let values: [Argument]

    var arguments: [any CVarArg] { values.map(\.argument) }

    /// A key without values.
    public init(stringLiteral value: String) {
      key = value
      values = []
    }

    /// A key without values.
    public init(_ value: String) {
      self.init(stringLiteral: value)
    }

    /// A key with values.
    public init(stringInterpolation: StringInterpolation) {
      values = stringInterpolation.arguments.map { argument in
        switch argument {
        case let number as Int: .whole(number)
        case let number as Double: .number(number)
        default: .text("\(argument)")
        }
      }
      // Without values the key is no format.
      key =
        values.isEmpty
        ? stringInterpolation.key.replacingOccurrences(of: "%%", with: "%")
        : stringInterpolation.key
    }

    private enum Argument: Hashable, Sendable {
      case whole(Int)
      case number(Double)
      case text(String)

      var argument: any CVarArg {
        switch self {
        case .whole(let number): number
        case .number(let number): number
        case .text(let text): text as NSString
        }
      }
    }
  }
}

/// A key of a text, to be looked up later.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The key with its values.
  public let defaultValue: String.LocalizationValue
  /// The table to look in.
  public let table: String?
  /// Whose language.
  public var locale: Locale

  /// A key to be looked up.
  public init(
    _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    comment: StaticString? = nil
  ) {
    defaultValue = keyAndValue
    self.table = table
    self.locale = locale
  }

  /// A key without values.
  public init(stringLiteral value: String) {
    self.init(String.LocalizationValue(stringLiteral: value))
  }

  /// A key with values.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
  }

  /// The key.
  public var key: String { defaultValue.key }
}

/// Runs a block; there is no pool to drain on Linux.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

/// Seconds since 2001-01-01 UTC.
public typealias CFAbsoluteTime = Double

/// The time, as Core Foundation tells it.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
