internal import HealthModel

/// A predicate as the engine has it, which also tells of objects whether they match.
final class StorePredicate: NSPredicate {
  let predicate: EnginePredicate

  init(_ predicate: EnginePredicate) {
    self.predicate = predicate
    super.init(value: true)
  }

  required init?(coder: NSCoder) { nil }

  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool
  {
    (object as? HKObject).map { predicate.matches($0) } ?? false
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    (object as? StorePredicate)?.predicate == predicate
  }

  override var hash: Int { predicate.hashValue }

  override var description: String { "\(predicate)" }
}
