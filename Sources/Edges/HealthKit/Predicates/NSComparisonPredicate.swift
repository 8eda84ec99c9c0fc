internal import HealthModel

/// A predicate that compares two expressions.
///
/// Linux's Foundation has the name and nothing behind it; where HealthKit is imported, this is it.
open class NSComparisonPredicate: NSPredicate {
  /// How the left expression must stand to the right one.
  public enum Operator: UInt, Sendable {
    case lessThan = 0
    case lessThanOrEqualTo = 1
    case greaterThan = 2
    case greaterThanOrEqualTo = 3
    case equalTo = 4
    case notEqualTo = 5
    case matches = 6
    case like = 7
    case beginsWith = 8
    case endsWith = 9
    case `in` = 10
    case contains = 99
    case between = 100
  }

  /// Which elements of the left expression must stand so.
  public enum Modifier: UInt, Sendable {
    case direct = 0
    case all = 1
    case any = 2
  }

  /// What texts are compared without.
  public struct Options: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Without regard to case.
    public static let caseInsensitive = Self(rawValue: 1)
    /// Without regard to accents.
    public static let diacriticInsensitive = Self(rawValue: 2)
    /// As they are, for speed.
    public static let normalized = Self(rawValue: 4)
  }

  /// What is compared.
  public let leftExpression: NSExpression
  /// What it is compared with.
  public let rightExpression: NSExpression
  /// How one must stand to the other.
  public let predicateOperatorType: Operator
  /// Which elements must stand so.
  public let comparisonPredicateModifier: Modifier
  /// What texts are compared without.
  public let options: Options

  /// A comparison of two expressions.
  public init(
    leftExpression: NSExpression, rightExpression: NSExpression, modifier: Modifier,
    type: Operator, options: Options = []
  ) {
    self.leftExpression = leftExpression
    self.rightExpression = rightExpression
    predicateOperatorType = type
    comparisonPredicateModifier = modifier
    self.options = options
    super.init(value: true)
  }

  /// Comparisons are not read from archives.
  public required init?(coder: NSCoder) { nil }

  var condition: Condition {
    .compare(
      Condition.Comparing(
        left: leftExpression.operand, type: predicateOperatorType, right: rightExpression.operand,
        modifier: comparisonPredicateModifier, options: options))
  }

  open override func evaluate(
    with object: Any?, substitutionVariables bindings: [String: Any]?
  ) -> Bool { condition.holds(for: object) }

  open override func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSComparisonPredicate.Operator {
  /// The engine's operator; `nil` for those that are no order.
  var comparison: Comparison? {
    switch self {
    case .lessThan: .less
    case .lessThanOrEqualTo: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqualTo: .greaterOrEqual
    case .equalTo: .equal
    case .notEqualTo: .notEqual
    case .matches, .like, .beginsWith, .endsWith, .in, .contains, .between: nil
    }
  }

  /// The same seen from the right; `nil` for those that have no other side.
  var flipped: Self? {
    switch self {
    case .lessThan: .greaterThan
    case .lessThanOrEqualTo: .greaterThanOrEqualTo
    case .greaterThan: .lessThan
    case .greaterThanOrEqualTo: .lessThanOrEqualTo
    case .equalTo, .notEqualTo: self
    case .in: .contains
    case .contains: .in
    case .matches, .like, .beginsWith, .endsWith, .between: nil
    }
  }
}

/// One side of a comparison.
open class NSExpression: NSObject {
  let operand: Condition.Operand

  /// What an object has at a key path.
  public init(forKeyPath keyPath: String) {
    operand = .path(keyPath.split(separator: ".").map(String.init))
  }

  /// A value that is the same for all objects.
  public init(forConstantValue value: Any?) {
    operand = .value(value)
  }

  /// The object itself.
  public class func expressionForEvaluatedObject() -> NSExpression { NSExpression(.path([])) }

  init(_ operand: Condition.Operand) {
    self.operand = operand
  }
}
