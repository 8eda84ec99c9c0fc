internal import HealthModel

/// Puts a condition together from terms in postfix order.
///
/// A list instead of calls holds what is not joined yet, and what is nested too deep is refused before
/// anything walks down into it.
struct PredicateStack {
  private var values: [(predicate: Predicate, nesting: Int)] = []

  /// Takes the next term.
  mutating func take(
    _ term: PredicateTermMessage, in field: String
  ) throws(StoreWireError) {
    switch term.kind {
    case .allOf(let count):
      let (parts, nesting) = try pop(Int(count), in: "\(field).all_of")
      values.append((.and(parts), nesting))
    case .anyOf(let count):
      let (parts, nesting) = try pop(Int(count), in: "\(field).any_of")
      values.append((.or(parts), nesting))
    case .negation(let flag):
      guard flag else { throw StoreWireError("\(field).negation", "it has to be true") }
      let (parts, nesting) = try pop(1, in: "\(field).negation")
      for part in parts { values.append((.not(part), nesting)) }
    default: values.append((try term.condition(in: field), 1))
    }
  }

  /// The one condition that is left.
  consuming func finish() throws(StoreWireError) -> Predicate {
    guard values.count == 1, let last = values.last else {
      throw StoreWireError("predicate.terms", "\(values.count) conditions are left, not one")
    }
    return last.predicate
  }

  /// Takes the last conditions, and says how deep what joins them is nested.
  private mutating func pop(
    _ count: Int, in field: String
  ) throws(StoreWireError) -> (parts: [Predicate], nesting: Int) {
    guard count <= values.count else {
      throw StoreWireError(field, "it takes \(count) conditions, and there are \(values.count)")
    }
    let taken = values.suffix(count)
    let nesting = 1 + (taken.map(\.nesting).max() ?? 0)
    guard nesting <= Predicate.deepestNesting else {
      throw StoreWireError(field, "conditions nest deeper than \(Predicate.deepestNesting)")
    }
    values.removeLast(count)
    return (taken.map(\.predicate), nesting)
  }
}
