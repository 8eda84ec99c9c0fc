/// The operators of a predicate on one value.
package enum Comparison: Hashable, Sendable {
  case less
  case lessOrEqual
  case equal
  case notEqual
  case greaterOrEqual
  case greater

  /// Whether `left` stands so to `right`.
  @inlinable
  package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .lessOrEqual: left <= right
    case .equal: left == right
    case .notEqual: left != right
    case .greaterOrEqual: left >= right
    case .greater: left > right
    }
  }
}
