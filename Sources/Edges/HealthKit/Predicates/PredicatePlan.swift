internal import HealthModel

/// How a predicate is answered: what the engine can tell, and what is then looked at on objects.
struct PredicatePlan {
  /// Holds for every object that matches; for these alone where there is no rest.
  let engine: EnginePredicate
  /// What objects must match besides; `nil` where the engine tells all.
  let rest: NSPredicate?

  /// - Parameter predicate: What an app asks for; `nil` means everything.
  init(_ predicate: NSPredicate?) {
    guard let predicate else {
      (engine, rest) = (.constant(true), nil)
      return
    }
    let part = Part(predicate)
    engine = part.engine
    rest = part.isExact ? nil : Self.rest(of: predicate)
  }

  /// What is left to look at on objects that the engine found: of what must hold together only what it cannot tell.
  private static func rest(of predicate: NSPredicate) -> NSPredicate {
    guard let compound = predicate as? NSCompoundPredicate,
      compound.compoundPredicateType == .and
    else { return predicate }
    let parts = compound.subpredicates.filter { !Part($0).isExact }.map { rest(of: $0) }
    return parts.count == 1 ? parts[0] : NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }

  /// Part of a predicate: what the engine can tell of it, and whether that is all.
  private struct Part {
    var engine: EnginePredicate
    var isExact: Bool

    static let unknown = Part(engine: .constant(true), isExact: false)

    init(engine: EnginePredicate, isExact: Bool) {
      self.engine = engine
      self.isExact = isExact
    }

    init(_ predicate: NSPredicate) {
      switch predicate {
      case let predicate as StorePredicate:
        self.init(engine: predicate.predicate, isExact: true)
      case let predicate as ConditionPredicate: self.init(predicate.condition)
      case let predicate as NSComparisonPredicate: self.init(predicate.condition)
      case let predicate as NSCompoundPredicate:
        let parts = predicate.subpredicates.map { Part($0) }
        switch predicate.compoundPredicateType {
        case .and: self.init(all: parts)
        case .or: self.init(any: parts)
        case .not: self = parts.first?.negated ?? .unknown
        @unknown default: self = .unknown
        }
      // A block, which only objects can be given to.
      default: self = .unknown
      }
    }

    init(_ condition: Condition) {
      switch condition {
      case .constant(let flag): self.init(engine: .constant(flag), isExact: true)
      case .compare(let comparing):
        self =
          EnginePredicate(comparing).map { Part(engine: $0, isExact: true) } ?? .unknown
      case .and(let parts): self.init(all: parts.map { Part($0) })
      case .or(let parts): self.init(any: parts.map { Part($0) })
      case .not(let part): self = Part(part).negated
      }
    }

    private init(all parts: [Part]) {
      let told = parts.map(\.engine).filter { $0 != .constant(true) }
      engine = told.isEmpty ? .constant(true) : told.count == 1 ? told[0] : .and(told)
      isExact = parts.allSatisfy(\.isExact)
    }

    private init(any parts: [Part]) {
      engine =
        parts.contains { $0.engine == .constant(true) } ? .constant(true) : .or(parts.map(\.engine))
      isExact = parts.allSatisfy(\.isExact)
    }

    /// What holds for more than it should cannot be turned round.
    var negated: Part { isExact ? Part(engine: .not(engine), isExact: true) : .unknown }
  }
}
