internal import ConformanceWire

/// Nodes that take a change of a key wrongly.
enum RotationSaboteurs {
  private static let rotate = "dyad.v1.Trust/Rotate"

  /// Refuses the second statement, whatever it says.
  private static func once(_ path: String, _ name: String) -> Saboteur {
    .mishears("pairing/rotation/\(path)", name, rotate, "RotateRequest", from: 2) {
      $0["signature_by_old"] = .absent
    }
  }

  static let all: [Saboteur] = [
    .mistakes(
      "pairing/rotation/both-keys-at-first", "forgets the old key at once", from: 3,
      for: Saboteur.nobody),
    .mistakes("pairing/rotation/old-key-is-nobodys", "goes on with the old key", from: 4) {
      $0.last
    },
    once("told-again", "does not like to be told again"),
    once("next-after-it-was-seen", "takes the id for that of the key"),
    .forgets("pairing/rotation/outlives-the-node"),
    once("cut-before-the-answer", "refuses what it has heard before"),
  ]
}
