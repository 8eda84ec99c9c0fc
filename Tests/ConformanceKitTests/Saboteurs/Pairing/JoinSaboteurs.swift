internal import ConformanceWire

/// Nodes that join wrongly.
enum JoinSaboteurs {
  private static let confirm = "dyad.v1.Trust/Confirm"

  private static func flip(_ tag: inout Value) {
    tag = .bytes(tag.data.dropLast() + [(tag.data.last ?? 0) ^ 1])
  }

  static let all: [Saboteur] = [
    .misspeaks("pairing/joining/becomes-a-pair", "commits to something else", "commit") {
      flip(&$0["tag"])
    },
    .misspeaks("pairing/joining/several-versions-ascending", "counts down", "hello") {
      $0["versions"] = [2, 1]
    },
    .misspeaks(
      "pairing/joining/code-is-bound-to-the-connection", "proves what another connection has",
      "proof"
    ) { flip(&$0["tag"]) },
    .mumbles("pairing/joining/no-window-meanwhile", "busy"),
    .misspeaks(
      "pairing/joining/confirms", "tells another incarnation", confirm, "ConfirmRequest"
    ) { $0["incarnation"] = 1 },
    .misspeaks(
      "pairing/joining/confirms-without-m8", "tells another incarnation", confirm,
      "ConfirmRequest"
    ) { $0["incarnation"] = 1 },
    .forgets("pairing/joining/stored-before-m7"),
    .mistakes(
      "pairing/joining/takes-confirm-while-pending", "stores the pair with M8 alone", from: 2,
      for: Saboteur.nobody),
  ]
}
