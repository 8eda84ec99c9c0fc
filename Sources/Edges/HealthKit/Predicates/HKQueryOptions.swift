internal import HealthModel

/// How strictly samples must lie in a window of time.
public struct HKQueryOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// The options of these bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The start must be inside.
  public static let strictStartDate = Self(rawValue: 1)
  /// The end must be inside.
  public static let strictEndDate = Self(rawValue: 2)

  var engine: EnginePredicate.WindowOptions {
    EnginePredicate.WindowOptions(rawValue: Int(rawValue))
  }
}
