internal import HealthModel

/// What a node is told to be in a pair.
package enum RoleWord: String, CaseIterable, Hashable, Sendable {
  /// What it was before; a phone at first.
  case unchanged = ""
  case phone
  case watch

  /// The role, if one is told.
  var role: NodeRole? { NodeRole(name: rawValue) }
}
