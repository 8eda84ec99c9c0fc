/// How two values compare.
package enum ComparisonMessage: Int32, Hashable, Sendable {
  /// Not permitted.
  case unspecified = 0
  case less = 1
  case lessOrEqual = 2
  case equalTo = 3
  case notEqual = 4
  case greaterOrEqual = 5
  case greater = 6
}
