package import HealthModel

extension Predicate {
  /// Reads a condition; no message is one that every object meets.
  package init(_ message: PredicateMessage?) throws(StoreWireError) {
    guard let terms = message?.terms, !terms.isEmpty else {
      self = .constant(true)
      return
    }
    guard terms.count <= StoreBounds.terms else {
      throw StoreWireError(
        "predicate.terms", "\(terms.count) terms exceed \(StoreBounds.terms)")
    }
    var stack = PredicateStack()
    for (index, term) in terms.enumerated() {
      try stack.take(term, in: "predicate.terms[\(index)]")
    }
    self = try stack.finish()
  }
}

extension PredicateMessage {
  /// Says a condition.
  ///
  /// One that is too long or too deep is said as it is, and refused where it is read.
  package init(_ predicate: Predicate) {
    self.init()
    if case .constant(true) = predicate { return }
    // What is still to be said: a condition, or what joins those before it.
    var steps = [Step.condition(predicate)]
    while let step = steps.popLast() {
      switch step {
      case .term(let kind): terms.append(PredicateTermMessage(kind))
      case .condition(.and(let parts)):
        steps.append(.term(.allOf(UInt32(clamping: parts.count))))
        steps += parts.reversed().map { .condition($0) }
      case .condition(.or(let parts)):
        steps.append(.term(.anyOf(UInt32(clamping: parts.count))))
        steps += parts.reversed().map { .condition($0) }
      case .condition(.not(let part)):
        steps.append(.term(.negation(true)))
        steps.append(.condition(part))
      case .condition(.uuid(let set)): terms += PredicateTermMessage.terms(of: set)
      case .condition(let test): terms += PredicateTermMessage.Kind(test).map { [.init($0)] } ?? []
      }
    }
  }

  private enum Step {
    case condition(Predicate)
    case term(PredicateTermMessage.Kind)
  }
}
