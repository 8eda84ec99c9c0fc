internal import HealthModel

extension Predicate {
  /// Whether it asks what samples belong to, which can change while they do not.
  var asksForMembership: Bool {
    switch self {
    case .memberOf, .uncorrelated: true
    case .and(let parts), .or(let parts): parts.contains { $0.asksForMembership }
    case .not(let part): part.asksForMembership
    default: false
    }
  }
}
