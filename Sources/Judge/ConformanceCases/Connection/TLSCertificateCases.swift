internal import ConformanceKit
internal import ConformanceWire

/// Certificates: that they are shown, that they are proved, and what of them means nothing.
enum TLSCertificateCases {
  static let all = shown + missing + looks.map(take) + serverNames

  /// How every key of P-256 begins that names its curve, the point not compressed.
  private static let start: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
    0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
  ]

  private static func checkKey(_ tls: TLSLink?) throws {
    let key = try Deviation.unlessThere(
      tls?.peerPublicKey, "a certificate with a key of P-256", "no certificate")
    try Deviation.unless(
      key.count == 91 && key.starts(with: start), "a key of P-256", "a key of \(key.count) bytes")
  }

  private static let shown = [
    Case("connection/tls/key/p-256-when-called", "CONN-TLS-KEY") { stage in
      let link = try stage.peer().device.link()
      try checkKey(link.bytes as? TLSLink)
    },
    Case("connection/tls/key/p-256-when-calling", "CONN-TLS-KEY", of: .watch) { stage in
      try checkKey(try stage.peer().open().link.bytes as? TLSLink)
    },
    Case("connection/tls/proof/node-has-its-key", "CONN-TLS-PROOF") { stage in
      // The tool's TLS checks the signature.
      let device = try stage.peer().device
      let link = try device.expectServed()
      try Deviation.unless(
        (link.bytes as? TLSLink)?.peerFingerprint == device.nodeFingerprint,
        "the key of the pairing", "another key")
    },
    Case("connection/tls/proof/caller-without-the-key", "CONN-TLS-PROOF") { stage in
      let device = try stage.peer().device
      let mends = stage.scene.interference.mends
      let claimed = mends ? device.identity : try Identity(claiming: device.identity.publicKey)
      try device.expectAlert { $0.identity = claimed }
    },
  ]

  private static let missing = [
    Case("connection/tls/required/no-certificate", "CONN-TLS-REQUIRED") { stage in
      try stage.stranger().expectAlert("certificate required", calling: "dyad.v1.Sync/Session") {
        $0.identity = nil
      }
    },
    Case("connection/tls/required/no-certificate-in-window", "CONN-TLS-REQUIRED", needs: [.window])
    { stage in
      _ = try stage.node().pairingCode()
      try stage.stranger().expectAlert("certificate required", calling: PairingCall.method) {
        $0.identity = nil
      }
    },
  ]

  /// A look of a certificate that means nothing.
  private typealias Look = (
    path: String, clause: String, change: @Sendable (inout Identity.Look) -> Void
  )

  private static let looks: [Look] = [
    ("dates/over", "CONN-TLS-DATES", { $0.end = 1_609_459_200 }),
    (
      "dates/not-begun", "CONN-TLS-DATES",
      {
        $0.beginning = 2_493_072_000
        $0.end = 2_524_608_000
      }
    ),
    ("names/other-name", "CONN-TLS-NAMES", { $0.commonName = "nobody.example" }),
    ("extensions/other-issuer", "CONN-TLS-EXTENSIONS", { $0.issuerName = "Some Authority" }),
    ("extensions/serial-number-one", "CONN-TLS-EXTENSIONS", { $0.serial = 1 }),
    (
      "extensions/authority", "CONN-TLS-EXTENSIONS",
      {
        $0.extensions = [
          ("basicConstraints", "critical,CA:TRUE"), ("keyUsage", "critical,keyCertSign,cRLSign"),
        ]
      }
    ),
    (
      "extensions/for-servers-alone", "CONN-TLS-EXTENSIONS",
      { $0.extensions = [("extendedKeyUsage", "critical,serverAuth")] }
    ),
    ("extensions/unknown-and-critical", "CONN-TLS-EXTENSIONS", { $0.hasUnknownExtension = true }),
  ]

  private static func take(_ look: Look) -> Case {
    Case("connection/tls/\(look.path)", look.clause) { stage in
      let device = try stage.peer().device
      var other = Identity.Look()
      look.change(&other)
      let identity = try Identity(with: device.identity, as: other)
      try device.expectServed { $0.identity = identity }
    }
  }

  private static let serverNames = [
    Case("connection/tls/names/any-server-name", "CONN-TLS-NAMES") { stage in
      try stage.peer().device.expectServed { $0.serverName = "nobody.example" }
    }
  ]
}
