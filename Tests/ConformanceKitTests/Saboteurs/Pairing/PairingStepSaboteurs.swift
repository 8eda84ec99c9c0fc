internal import ConformanceKit
internal import ConformanceWire

/// Nodes that say wrong steps, or refuse right ones.
enum PairingStepSaboteurs {
  static let all = hellos + later + derived + taken

  private static func says(
    _ path: String, _ name: String, _ step: String,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Saboteur {
    .misspeaks("pairing/says/\(path)", name, step, change)
  }

  private static let hellos: [Saboteur] = [
    says("a-hello-in-order", "chooses two versions", "hello") { $0["versions"] = [1, 2] },
    says("the-common-version", "chooses a version that it does not know", "hello") {
      $0["versions"] = [4_294_967_295]
    },
    says("a-hello-in-order", "draws too few bytes", "hello") {
      $0["nonce"] = .bytes(Array($0["nonce"].data.dropLast()))
    },
    Saboteur("pairing/says/another-nonce-each-time", "draws a nonce once") {
      let first = Memory(Value.absent)
      $0.hears = { _, bytes in
        guard var message = try? Message("PairingStep", decoding: bytes) else { return [bytes] }
        if !first.value.isPresent { first.value = message["hello"]["nonce"] }
        message["hello"]["nonce"] = first.value
        return [message.encoded()]
      }
    },
    says("the-id-of-its-key", "draws its id", "hello") {
      let id = DeviceID([UInt8](repeating: 7, count: DeviceID.byteCount))
      $0["device"]["id"] = .text(id?.text ?? "")
    },
    says("its-role", "plays the other role", "hello") {
      $0["device"]["role"] = .integer(3 - $0["device"]["role"].number)
    },
    says("a-hello-in-order", "has a name that turns the text around", "hello") {
      $0["device"]["name"] = "A\u{202E}B"
    },
    says("a-hello-in-order", "tells the time of an hour ago", "hello") {
      $0["device"]["clock"] = .double($0["device"]["clock"].real - 3_600)
    },
    says("a-hello-in-order", "listens at a port that there is not", "hello") {
      $0["device"]["port"] = 65_536
    },
  ]

  /// The base point of ristretto255.
  private static let anyElement: [UInt8] = [
    0xE2, 0xF2, 0xAE, 0x0A, 0x6A, 0xBC, 0x4E, 0x71, 0xA8, 0x84, 0xA9, 0x61, 0xC5, 0x00, 0x51, 0x5F,
    0x58, 0xE3, 0x0B, 0x6A, 0xA5, 0x82, 0xDD, 0x8D, 0xB6, 0xA6, 0x59, 0x45, 0xE0, 0x8D, 0x2D, 0x76,
  ]

  private static func flipLast(_ bytes: inout Value) {
    bytes = .bytes(bytes.data.dropLast() + [(bytes.data.last ?? 0) ^ 1])
  }

  private static let later: [Saboteur] = [
    says("the-hash-of-the-hellos", "speaks as A", "share") {
      $0["associated_data"] = .bytes([1, 0x41] + $0["associated_data"].data.dropFirst(2))
    },
    says("an-element", "sends the identity", "share") {
      $0["share"] = .bytes([UInt8](repeating: 0, count: 32))
    },
    Saboteur("pairing/says/another-share-each-time", "draws a scalar once") {
      let first = Memory(Value.absent)
      $0.hears = { _, bytes in
        guard var message = try? Message("PairingStep", decoding: bytes),
          message["share"].isPresent
        else { return [bytes] }
        if !first.value.isPresent { first.value = message["share"]["share"] }
        message["share"]["share"] = first.value
        return [message.encoded()]
      }
    },
    says("the-right-proof", "proves something else", "proof") { flipLast(&$0["tag"]) },
    Saboteur("pairing/says/the-proof-of-its-own-share", "says the proof that it heard") {
      let heard = Memory([UInt8]())
      $0.says = { _, bytes in
        heard.value = bytes
        return [bytes]
      }
      $0.hears = { _, bytes in
        let message = try? Message("PairingStep", decoding: bytes)
        return [message?["proof"].isPresent ?? false ? heard.value : bytes]
      }
    },
    says("the-roles-agreed", "swaps the roles", "committed") {
      ($0["role_a"], $0["role_b"]) = ($0["role_b"], $0["role_a"])
    },
    says("the-right-commitment", "commits to something else", "committed") {
      flipLast(&$0["tag"])
    },
    says("the-share-of-eight-digits", "derives another generator", "share") {
      $0["share"] = .bytes(anyElement)
    },
  ]

  private static let derived: [Saboteur] =
    ["the-session-of-the-text", "the-key-of-the-text"].map { name in
      .misspeaks("pairing/derives/\(name)", "derives something else", "proof") {
        flipLast(&$0["tag"])
      }
    }

  private static let taken: [Saboteur] =
    [
      "hello/sixteen-versions", "hello/name-of-64-characters", "hello/clock-behind",
      "hello/clock-ahead", "hello/no-port", "form/the-longest-step",
    ].map { .refuses("pairing/takes/\($0)", "refuses what is unusual", "hello") }
    + [
      Saboteur("pairing/takes/hello/unknown-field", "hashes what it knows alone") {
        $0.says = { _, bytes in
          guard var message = try? Message("PairingStep", decoding: bytes),
            message["hello"].isPresent
          else { return [bytes] }
          message["hello"].extra = []
          return [message.encoded()]
        }
      },
      .refuses("pairing/takes/share/unknown-field", "refuses what it does not know", "share"),
      .refuses("pairing/takes/commit/unknown-field", "refuses what it does not know", "commit"),
      .mistakes(
        "pairing/takes/certificate-of-the-past", "looks at the dates of a certificate", from: 1
      ) { _ in nil },
      Saboteur("pairing/refuses/step-after-a-refusal", "lets a second try pass") {
        $0.says = { _, bytes in bytes.isEmpty ? [] : [bytes] }
      },
    ]
}
