internal import ConformanceKit
internal import ConformanceWire

/// Nodes whose TLS is another.
enum TLSSaboteurs {
  static let all: [Saboteur] = negotiation + certificates + records + times

  private static let negotiation: [Saboteur] =
    [
      .door("connection/tls/version/tls-1-2-refused", "speaks TLS 1.2 too", .answers) {
        $0.lowestVersion = .tls12
      },
      .door("connection/tls/version/tls-1-3-chosen", "speaks TLS 1.2 alone", .answers, after: 1) {
        $0.lowestVersion = .tls12
        $0.highestVersion = .tls12
      },
      // The beginning of a ServerHello.
      .door(
        "connection/tls/version/tls-1-0-refused", "goes on in TLS 1.0", .says([22, 3, 1, 0, 74, 2])),
      .door(
        "connection/tls/version/tls-1-1-refused", "goes on in TLS 1.1", .says([22, 3, 2, 0, 74, 2])),
      .door("connection/tls/alpn/h2-alone", "agrees upon no protocol", .answers, after: 1) {
        $0.alpn = []
      },
      .door("connection/tls/alpn/h2-last", "takes the first it knows", .answers, after: 1) {
        $0.alpn = ["http/1.1", "h2"]
      },
      .door("connection/tls/group/p-256-alone", "takes X25519 alone", .answers, after: 1) {
        $0.groups = "X25519"
      },
      .door("connection/tls/group/x25519-alone", "takes P-256 alone", .answers, after: 1) {
        $0.groups = "P-256"
      },
      .door("connection/tls/cipher/aes-128-alone", "takes ChaCha20 alone", .answers, after: 1) {
        $0.cipherSuites = "TLS_CHACHA20_POLY1305_SHA256"
      },
    ]
    + ["none", "http-1-1", "others"].map {
      .door("connection/tls/alpn/refused-\($0)", "lets anybody go on", .answers) { $0.alpn = [] }
    }

  private static let certificates: [Saboteur] =
    [
      .door(
        "connection/tls/key/p-256-when-called", "has a key of P-384", .answers, after: 1,
        curve: "P-384"),
      Saboteur("connection/tls/key/p-256-when-calling", "shows no key when it calls") {
        $0.showsNoKeyWhenItCalls()
      },
      .door(
        "connection/tls/proof/node-has-its-key", "shows a key that it does not have", .claims,
        after: 1),
      .blind("connection/tls/proof/caller-without-the-key"),
    ]
    + ["no-certificate", "no-certificate-in-window"].map {
      .door("connection/tls/required/\($0)", "asks for no certificate", .answers) {
        $0.asksForCertificate = false
      }
    }
    + [
      "dates/over", "dates/not-begun", "names/other-name", "names/any-server-name",
      "extensions/other-issuer", "extensions/serial-number-one", "extensions/authority",
      "extensions/for-servers-alone", "extensions/unknown-and-critical",
    ].map { .door("connection/tls/\($0)", "refuses such a certificate", .refuses, after: 1) }

  // The case itself comes second; where it comes twice, it makes three other connections before.
  private static let times: [Saboteur] = [("", 1), ("-for-10-seconds", 5)].flatMap { name, passes in
    [
      .door(
        "connection/tls/time/half-a-hello" + name, "waits for the rest", .takes, after: passes,
        visits: 1),
      .door(
        "connection/tls/time/no-settings" + name, "waits for the rest", .keeps, after: passes,
        visits: 1),
    ]
  }

  private static let records: [Saboteur] =
    ["http-1-1", "http-2", "noise", "half-hello", "nothing"].map {
      .door(
        "connection/tls/plain/\($0)", "explains itself in HTTP",
        .says(Array("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n".utf8)))
    } + [
      .door("connection/tls/handshake/long-hello-taken", "takes short ones", .refuses, after: 1),
      .door("connection/tls/handshake/endless-hello-ended", "reads on and on", .takes),
      GRPCSaboteurs.ending(
        "connection/tls/key-update/followed", "hears nothing any more", after: 2
      ) { _ in nil },
      .blind("connection/tls/key-update/again-and-again"),
      .blind("connection/tls/record/changed"),
      .blind("connection/tls/cut/calls-are-lost"),
      .door("connection/tls/resumption/no-tickets", "gives tickets", .answers, after: 1) {
        $0.ticketKey = TLSTicket.key
      },
      .door("connection/tls/early-data/passed-over", "takes it", .answers, after: 1) {
        $0.ticketKey = TLSTicket.key
      },
      .door("connection/tls/resumption/offer-passed-over", "resumes", .answers, after: 1) {
        $0.ticketKey = TLSTicket.key
      },
    ]
}

extension Interference {
  /// The tool does not ask for it, as if there were none.
  mutating func showsNoKeyWhenItCalls() {
    tls = { options in
      var options = options
      options.asksForCertificate = false
      return options
    }
  }
}
