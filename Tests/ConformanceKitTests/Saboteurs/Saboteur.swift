internal import ConformanceKit
internal import ConformanceWire

/// A node that breaks one clause: what stands between the tool and a node that does not.
struct Saboteur: Sendable {
  /// The case that has to catch it.
  let path: String
  /// What it does, as people would say it: "says nothing of the refusal".
  let name: String
  /// The role of the node that it plays, where the case tests both and it plays only one.
  let role: Role?
  /// Makes it for one run of the case; what it remembers is in the closures.
  let make: @Sendable () -> Interference

  init(
    _ path: String, _ name: String, of role: Role? = nil,
    _ change: @escaping @Sendable (inout Interference) -> Void
  ) {
    self.path = path
    self.name = name
    self.role = role
    make = {
      var interference = Interference()
      change(&interference)
      return interference
    }
  }

  /// A node that does not look at what the case breaks: it gets what would be valid in its place.
  static func blind(_ path: String) -> Saboteur {
    Saboteur(path, "takes what is not permitted") { $0.mends = true }
  }

  /// All of them.
  static let all: [Saboteur] =
    ConnectionSaboteurs.all + HTTP2Saboteurs.all + PairingSaboteurs.all + HandshakeSaboteurs.all
    + SettingsSaboteurs.all + BatchSaboteurs.all + SharingSaboteurs.all + ReconcilingSaboteurs.all
    + DeathTrustSaboteurs.all + FlowSaboteurs.all + AppSaboteurs.all
}
