internal import ConformanceWire

/// Nodes whose window is not as it should be, and that let the wrong ones in.
enum PairingWindowSaboteurs {
  static let all = windows + times + callers

  private static let windows: [Saboteur] = [
    .mumbles("pairing/window/closed-to-a-peer", "window-closed"),
    .mumbles("pairing/window/goes-with-its-owner", "window-closed"),
    .mumbles("pairing/window/closes-with-the-pair", "window-closed"),
    .mistakes("pairing/window/nobody-after-the-pair", "takes everybody for its peer", from: 2) {
      $0.first
    },
    Saboteur("pairing/window/one-at-a-time", "does not say that one is open") {
      $0.ends = { method, end in
        method == Saboteur.openWindow ? CallEnd(code: 0) : end
      }
    },
    Saboteur("pairing/window/six-digits-drawn-anew", "has one code") {
      $0.hears = { method, bytes in
        guard method == Saboteur.openWindow,
          var message = try? Message("WindowEvent", decoding: bytes), message["opened"].isPresent
        else { return [bytes] }
        let count = message["opened"]["code"].string.utf8.count
        message["opened"]["code"] = .text(String(repeating: "7", count: count))
        return [message.encoded()]
      }
    },
    .mishears(
      "pairing/window/no-longer-than-ten-minutes", "opens one that is shorter",
      Saboteur.openWindow, "OpenWindowRequest"
    ) { $0["seconds"] = 600 },
  ]

  private static let times: [Saboteur] = [
    .mumbles("pairing/window/usually-two-minutes", "expired"),
    .mumbles("pairing/window/as-long-as-its-owner-says", "expired"),
    .mumbles("pairing/window/up-to-ten-minutes", "expired"),
    .refuses(
      "pairing/window/who-was-right-may-finish", "lets nobody finish", "commit", saying: "expired"),
    .mumbles("pairing/time/hello-after-ten-seconds", "expired"),
    .mumbles("pairing/time/proof-after-ten-seconds", "expired"),
    .mumbles("pairing/time/commit-after-two-minutes", "expired"),
    .refuses(
      "pairing/time/share-after-nine-minutes", "gives too little time", "share", saying: "expired"),
    .refuses(
      "pairing/time/proof-after-eight-seconds", "gives too little time", "proof",
      saying: "expired"),
    .refuses(
      "pairing/time/commit-after-nearly-two-minutes", "gives too little time", "commit",
      saying: "expired"),
  ]

  private static let callers: [Saboteur] =
    [
      Saboteur("pairing/caller/stranger-at-an-open-window", "lets anybody call") {
        $0.ends = { _, _ in CallEnd(code: 0) }
      },
      .mistakes(
        "pairing/caller/stranger-without-a-window", "asks a stranger for a certificate", from: 1
      ) { _ in nil },
      .mistakes(
        "pairing/caller/former-peer", "forgets that it had a peer", from: 3, for: Saboteur.nobody),
      .mistakes(
        "pairing/caller/former-peer-pairs-again", "lets no former peer in", from: 3
      ) { _ in nil },
      Saboteur("pairing/caller/no-certificate", "makes one up for who has none") {
        $0.tls = {
          var options = $0
          options.identity = Saboteur.nobody([])
          return options
        }
      },
    ]
}
