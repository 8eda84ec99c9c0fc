/// What one step of reading comes to.
///
/// A step takes milliseconds at most, so that other readers have their turns between two of them.
package enum ReadStep<Value> {
  case value(Value)
  /// Nothing yet: the next step goes on.
  case goesOn
  /// There is nothing more.
  case end
}

extension ReadStep: Sendable where Value: Sendable {}
