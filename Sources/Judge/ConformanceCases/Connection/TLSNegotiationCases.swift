internal import ConformanceKit
internal import ConformanceWire

/// What node and client agree upon before anything else.
enum TLSNegotiationCases {
  static let all = versions + oldVersions + protocols + noProtocols + ciphers

  private static let versions = [
    Case("connection/tls/version/tls-1-2-refused", "CONN-TLS-VERSION") { stage in
      try stage.stranger().expectAlert("protocol version") {
        $0.lowestVersion = .tls12
        $0.highestVersion = .tls12
      }
    },
    Case("connection/tls/version/tls-1-3-chosen", "CONN-TLS-VERSION") { stage in
      let link = try stage.peer().device.expectServed { $0.lowestVersion = .tls12 }
      let version = (link.bytes as? TLSLink)?.version
      try Deviation.unless(version == "TLSv1.3", "TLS 1.3", version ?? "no TLS")
    },
  ]

  /// Clients that are too old for the tool's own TLS to play them.
  private static let oldVersions = [("tls-1-0", UInt8(1)), ("tls-1-1", 2)].map { name, minor in
    Case("connection/tls/version/\(name)-refused", "CONN-TLS-VERSION") { stage in
      let answer = try stage.stranger().answer(toBytes: oldHello(minor: minor))
      try Deviation.unless(
        answer.count >= 7 && answer[0] == 21 && answer[1] == 3 && answer[6] == 70,
        "the alert protocol version",
        answer.isEmpty ? "nothing" : "\(answer.count) bytes that are another record")
    }
  }

  /// A ClientHello of a version before TLS 1.2.
  static func oldHello(minor: UInt8) -> [UInt8] {
    let ciphers: [UInt8] = [0xc0, 0x09, 0xc0, 0x0a, 0x00, 0x2f]
    // It offers h2, so that the version is all that is wrong with it.
    let protocols: [UInt8] = [0, 16, 0, 5, 0, 3, 2, 0x68, 0x32]
    let body =
      [3, minor] + [UInt8](repeating: 7, count: 32) + [0, 0, UInt8(ciphers.count)] + ciphers
      + [1, 0, 0, UInt8(protocols.count)] + protocols
    return [22, 3, 1, 0, UInt8(body.count + 4), 1, 0, 0, UInt8(body.count)] + body
  }

  private static let protocols = [
    ("h2-alone", ["h2"]), ("h2-last", ["http/1.1", "grpc-exp", "h2"]),
  ]
  .map { name, offer in
    Case("connection/tls/alpn/\(name)", "CONN-TLS-ALPN") { stage in
      let link = try stage.peer().device.expectServed { $0.alpn = offer }
      let chosen = (link.bytes as? TLSLink)?.alpn
      try Deviation.unless(chosen == "h2", "the protocol h2", chosen ?? "no protocol")
    }
  }

  private static let noProtocols = [
    ("none", []), ("http-1-1", ["http/1.1"]), ("others", ["h2c", "h3", "H2", "h2-14"]),
  ].map { name, offer in
    Case("connection/tls/alpn/refused-\(name)", "CONN-TLS-ALPN-NONE") { stage in
      try stage.stranger().expectAlert("no application protocol") { $0.alpn = offer }
    }
  }

  private static let ciphers = [
    Case("connection/tls/group/p-256-alone", "CONN-TLS-GROUP") { stage in
      try stage.peer().device.expectServed { $0.groups = "P-256" }
    },
    Case("connection/tls/group/x25519-alone", "CONN-TLS-GROUP", level: .should) { stage in
      try stage.peer().device.expectServed { $0.groups = "X25519" }
    },
    Case("connection/tls/cipher/aes-128-alone", "CONN-TLS-CIPHER") { stage in
      try stage.peer().device.expectServed { $0.cipherSuites = "TLS_AES_128_GCM_SHA256" }
    },
  ]
}
