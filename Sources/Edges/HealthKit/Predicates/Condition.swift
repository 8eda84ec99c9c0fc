/// What a predicate of a format says.
indirect enum Condition {
  /// One side of a comparison.
  enum Operand {
    /// What the object has at a key path; the object itself at an empty one.
    case path([String])
    case value(Any?)
    case list([Operand])
  }

  /// A comparison of two sides.
  struct Comparing {
    var left: Operand
    var type: NSComparisonPredicate.Operator
    var right: Operand
    var modifier = NSComparisonPredicate.Modifier.direct
    var options: NSComparisonPredicate.Options = []
  }

  case constant(Bool)
  case compare(Comparing)
  case and([Condition])
  case or([Condition])
  case not(Condition)

  /// Whether it holds for an object.
  func holds(for object: Any?) -> Bool {
    switch self {
    case .constant(let flag): flag
    case .compare(let comparing): comparing.holds(for: object)
    case .and(let parts): parts.allSatisfy { $0.holds(for: object) }
    case .or(let parts): parts.contains { $0.holds(for: object) }
    case .not(let part): !part.holds(for: object)
    }
  }
}

extension Condition.Operand {
  /// What this side is for an object.
  func value(for object: Any?) -> Any? {
    switch self {
    case .path(let path): Member.value(at: path[...], of: object)
    case .value(let value): Member.unwrapped(value)
    case .list(let parts): parts.map { $0.value(for: object) as Any }
    }
  }
}

extension Condition.Comparing {
  fileprivate func holds(for object: Any?) -> Bool {
    let left = left.value(for: object)
    let right = right.value(for: object)
    switch modifier {
    case .direct: return PredicateValues.stands(left, type, right, options)
    case .any:
      let elements = Member.elements(left) ?? []
      return elements.contains { PredicateValues.stands($0, type, right, options) }
    case .all:
      let elements = Member.elements(left) ?? []
      return elements.allSatisfy { PredicateValues.stands($0, type, right, options) }
    }
  }
}

/// A predicate of a format.
final class ConditionPredicate: NSPredicate {
  let condition: Condition

  init(_ condition: Condition) {
    self.condition = condition
    super.init(value: true)
  }

  required init?(coder: NSCoder) { nil }

  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool
  {
    condition.holds(for: object)
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }
}
