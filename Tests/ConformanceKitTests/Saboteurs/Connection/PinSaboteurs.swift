internal import ConformanceKit
internal import ConformanceWire

/// Nodes that believe others than their peers, or not their peers.
enum PinSaboteurs {
  static let all: [Saboteur] = strangers + window + peers + calling

  private static let strangers: [Saboteur] =
    [
      "pairing-pair", "trust-confirm", "trust-unpair", "trust-rotate", "sync-session",
      "health-check",
    ].map { .door("connection/pin/stranger/\($0)", "answers strangers", .answers) } + [
      .door("connection/pin/stranger/beside-a-peer", "answers strangers", .answers, after: 2),
      .door(
        "connection/pin/key/another-certificate", "believes one certificate", .refuses, after: 1),
      .door("connection/pin/key/another-key", "believes any key", .answers, after: 1),
      .door("connection/pin/key/another-curve", "believes any key", .answers, after: 1),
      .door("connection/pin/former/after-unpairing", "has forgotten it", .refuses, after: 2),
      .door("connection/pin/former/after-removal", "has forgotten it", .refuses, after: 1),
    ]

  private static let window: [Saboteur] =
    [
      "trust-confirm", "trust-unpair", "trust-rotate", "sync-session", "health-check",
      "store-query", "operator-get-status", "unknown-service",
    ].map {
      Saboteur("connection/pin/window/\($0)-refused", "says nothing of pairs") {
        $0.ends = { CallEnd(code: $0 == "nobody.knows.It/Call" ? 12 : 0, trailers: $1.trailers) }
      }
    } + [
      Saboteur("connection/pin/window/pairing-reached", "says nothing to strangers") {
        $0.hears = { $0 == PairingCall.method ? [] : [$1] }
      },
      .door("connection/pin/window/another-curve", "believes any key", .answers),
      .blind("connection/pin/window/another-curve-when-joining"),
      Saboteur("connection/pin/window-closed/peer-refused", "serves no pairing to peers") {
        $0.ends = { $0 == PairingCall.method && $1.code == 9 ? CallEnd(code: 12) : $1 }
      },
      .door("connection/pin/window-end/strangers-go", "lets strangers stay", .keeps),
      .door("connection/pin/window-end/stranger-after-it", "stays open", .answers, after: 1),
    ]

  private static let peers: [Saboteur] = [
    .door("connection/pin/unpaired/connections-end", "lets it stay", .keeps, after: 1),
    .door("connection/pin/unpaired/calls-broken-off", "lets it stay", .keeps, after: 1),
    .door("connection/pin/forgotten/told-by-status", "does not believe it", .answers, after: 1),
    .blind("connection/pin/forgotten/told-by-alert"),
    .door("connection/pin/unproven/alert-in-the-open", "believes anybody", .refuses, after: 1),
  ]

  private static let calling: [Saboteur] =
    ["session-to-another-key", "session-to-a-claimed-key", "errand-to-another-key"].map {
      .blind("connection/pin/caller/\($0)")
    }
    + ["session", "errand"].map {
      Saboteur("connection/pin/both/\($0)", "shows no key when it calls") {
        $0.showsNoKeyWhenItCalls()
      }
    }
}
