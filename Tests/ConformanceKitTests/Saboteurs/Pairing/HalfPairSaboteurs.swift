internal import ConformanceWire

/// Nodes that do not keep a pair, or keep it too long.
enum HalfPairSaboteurs {
  static let all = halves + trust + known

  private static let confirm = "dyad.v1.Trust/Confirm"
  private static let session = "dyad.v1.Sync/Session"

  private static let halves: [Saboteur] = [
    .mistakes(
      "pairing/half/cut-leaves-the-pair-there-was", "forgets the pair before", from: 3,
      for: Saboteur.nobody),
    .forgets("pairing/half/stored-before-m8"),
    .misspeaks(
      "pairing/half/finished-by-confirm", "tells another incarnation", confirm, "ConfirmResponse"
    ) { $0["incarnation"] = 1 },
    .misspeaks(
      "pairing/half/confirmed-again", "tells another incarnation again", confirm,
      "ConfirmResponse", from: 2
    ) { $0["incarnation"] = 1 },
    Saboteur("pairing/half/no-session-before-confirm", "does not say when to come again") {
      $0.ends = { method, end in method == session ? CallEnd(code: 12) : end }
    },
    .misspeaks(
      "pairing/half/session-after-confirm", "goes on waiting", session, "SyncMessage"
    ) { $0 = ["compare_wanted": [:]] },
    .miscalls(
      "pairing/half/watch-confirms-before-its-session", "begins without a word", confirm,
      as: session),
    .misspeaks(
      "pairing/half/given-up-after-ten-minutes", "waits for ever",
      "dyad.v1.PairingControl/ListPeers", "ListPeersResponse"
    ) { $0 = ["peers": [["state": 2]]] },
    .mistakes(
      "pairing/half/not-given-up-before", "gives up too early", from: 2, for: Saboteur.nobody),
  ]

  private static let trust: [Saboteur] = [
    .forgets("pairing/unpair/outlives-the-node"),
    .mistakes(
      "pairing/unpair/ends-the-connections", "does not know who ends the pair", from: 3,
      for: Saboteur.nobody),
    .mishears(
      "pairing/confirm/listens-nowhere", "goes on calling", confirm, "ConfirmRequest", from: 2
    ) { $0["port"] = 9 },
    .mishears(
      "pairing/confirm/listens-again", "never calls again", confirm, "ConfirmRequest", from: 2
    ) { $0["port"] = .absent },
    .mumbles("pairing/confirm/former-peer-at-an-open-window", "not-paired"),
    .miscalls(
      "pairing/unpair/told-by-the-node", "says something else", "dyad.v1.Trust/Unpair",
      as: "dyad.v1.Pairing/Pair"),
  ]

  private static let known: [Saboteur] = [
    .mumbles("pairing/known/watch-has-its-phone", "already-paired"),
    .refuses(
      "pairing/known/phone-pairs-a-watch-again", "refuses a watch that it has", "hello", from: 2,
      saying: "already-paired"),
    .refuses(
      "pairing/known/phone-takes-a-second-watch", "has one watch", "hello", from: 2,
      saying: "already-paired"),
    .refuses(
      "pairing/history/same-phone-again", "takes its phone for another", "hello", from: 2,
      saying: "other-history"),
    .mishears(
      "pairing/history/kept", "erases what it was to keep", Saboteur.openWindow,
      "OpenWindowRequest"
    ) { $0["rows"] = 2 },
    .mishears(
      "pairing/history/erased", "keeps what it was to erase", Saboteur.openWindow,
      "OpenWindowRequest"
    ) { $0["rows"] = 1 },
  ]
}
