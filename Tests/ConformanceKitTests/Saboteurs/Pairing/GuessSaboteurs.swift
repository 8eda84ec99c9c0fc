internal import ConformanceWire

/// Nodes that count guesses wrongly.
enum GuessSaboteurs {
  static let all = guesses + locks

  private static let guesses: [Saboteur] = [
    .forgives("pairing/guess/wrong-one-spends-the-code"),
    .mumbles("pairing/guess/others-hear-that-it-is-spent", "code-spent"),
    .mumbles("pairing/guess/third-that-broke-off-spends-the-code", "code-spent"),
    .mumbles("pairing/guess/third-share-that-is-none-spends-the-code", "code-spent"),
    .adds(
      "pairing/guess/two-that-broke-off-do-not", "takes what broke off for wrong", after: "share"
    ) {
      Message("PairingStep", ["proof": ["tag": .bytes([UInt8](repeating: 0, count: 64))]]).encoded()
    },
    .adds(
      "pairing/guess/nothing-before-the-third-step-counts", "counts hellos", after: "hello"
    ) { [] },
    .refuses(
      "pairing/guess/nothing-after-a-right-one-counts", "counts right ones", "proof", from: 5,
      saying: "code-spent"),
    .mumbles("pairing/guess/one-is-judged-at-a-time", "busy"),
    .refuses(
      "pairing/guess/who-was-busy-made-no-attempt", "counts who was busy", "proof",
      saying: "code-spent"),
    .mumbles("pairing/guess/one-place-for-each-key", "busy"),
    .refuses("pairing/guess/eight-places", "has fewer places", "share", saying: "busy"),
    .mumbles("pairing/guess/ninth-takes-the-place-of-the-first", "busy"),
    .refuses(
      "pairing/guess/who-is-judged-keeps-the-place", "gives any place away", "proof",
      saying: "busy"),
  ]

  /// Opens no window, for a reason of its own.
  private static func shut(_ path: String) -> Saboteur {
    Saboteur(path, "is locked too early") {
      $0.says = { method, bytes in
        method == Saboteur.openWindow
          ? [Message("OpenWindowRequest", ["seconds": 601]).encoded()] : [bytes]
      }
      $0.ends = { Saboteur.saying("locked", $1, for: $0 == Saboteur.openWindow ? "malformed" : "") }
    }
  }

  private static let locks: [Saboteur] = [
    shut("pairing/lock/not-after-two"),
    .forgives("pairing/lock/a-minute-after-three"),
    shut("pairing/lock/a-minute-after-three"),
    .forgives("pairing/lock/five-minutes-after-four"),
    shut("pairing/lock/five-minutes-after-four"),
    .forgives("pairing/lock/half-an-hour-after-five"),
    shut("pairing/lock/half-an-hour-after-five"),
    .forgives("pairing/lock/for-good-after-ten"),
    shut("pairing/lock/for-good-after-ten"),
    shut("pairing/lock/a-right-proof-ends-the-row"),
    shut("pairing/lock/ended-by-the-owner"),
    .forgets("pairing/lock/spent-codes-outlive-the-node"),
    .forgets("pairing/lock/open-guess-counts-as-wrong"),
  ]
}
