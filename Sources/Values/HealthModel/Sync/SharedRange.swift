/// What a phone and a watch compare: the types in scope, and of them what ends at the floor or later.
package struct SharedRange: Hashable, Sendable {
  package var scope: TypeScope
  package var floor: Double

  package init(scope: TypeScope, floor: Double) {
    self.scope = scope
    self.floor = floor
  }
}
