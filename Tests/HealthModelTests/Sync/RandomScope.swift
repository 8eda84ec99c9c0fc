internal import HealthModel
internal import TestSupport

/// Makes scopes of the types that plain dots have.
enum RandomScope {
  static func make(_ random: inout SeededGenerator) -> TypeScope {
    TypeScope(
      isExclusion: random.next() % 2 == 0,
      listed: Set(PlainDots.types.filter { _ in random.next() % 2 == 0 }))
  }
}
