/// How one value stands to another; the raw values are those of Foundation's `ComparisonResult`.
package enum Ordering: Int, Hashable, Sendable {
  case ascending = -1
  case same = 0
  case descending = 1

  init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .ascending : left == right ? .same : .descending
  }
}
