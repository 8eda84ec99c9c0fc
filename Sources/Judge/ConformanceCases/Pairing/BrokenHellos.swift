internal import ConformanceKit
internal import ConformanceWire

/// Hellos that a node refuses which shows the code.
enum BrokenHellos {
  /// A case for each group, which costs no guess: M1 comes before any.
  static let all = [
    BrokenStep.together("hello/versions", "PAIR-HELLO-VERSIONS", versions),
    BrokenStep.together("hello/no-common-version", "PAIR-HELLO-CHOICE", choices),
    BrokenStep.together("hello/nonce", "PAIR-HELLO-NONCE", nonces),
    BrokenStep.together("hello/device", "PAIR-HELLO-DEVICE", devices),
    BrokenStep.together("hello/id-spelt-otherwise", "PAIR-DEVICE-ID", ids),
    BrokenStep.together("hello/name-too-short-or-long", "PAIR-HELLO-NAME", lengths),
    BrokenStep.together("hello/name-with-controls", "PAIR-HELLO-NAME", names),
    BrokenStep.together("hello/role-that-is-none", "PAIR-HELLO-ROLE", roles),
    BrokenStep.together("hello/same-role", "PAIR-HELLO-ROLE", same),
    BrokenStep.together("hello/clock-that-is-no-number", "PAIR-HELLO-CLOCK", numbers),
    BrokenStep.together("hello/clock-too-far", "PAIR-HELLO-CLOCK", clocks),
  ]

  private static func hello(
    _ name: String, _ clause: String, _ word: PairingRefusal = .malformed,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) -> BrokenStep {
    BrokenStep("hello/\(name)", clause, step: 1, word) { message, _ in change(&message["hello"]) }
  }

  private static let versions = [
    hello("no-version", "PAIR-HELLO-VERSIONS") { $0["versions"] = .absent },
    hello("version-zero", "PAIR-HELLO-VERSIONS") { $0["versions"] = [0, 1] },
    hello("versions-descending", "PAIR-HELLO-VERSIONS") { $0["versions"] = [2, 1] },
    hello("version-twice", "PAIR-HELLO-VERSIONS") { $0["versions"] = [1, 1] },
    hello("seventeen-versions", "PAIR-HELLO-VERSIONS") { $0["versions"] = Value(1...UInt64(17)) },
  ]

  private static let choices = [
    hello("no-common-version", "PAIR-HELLO-CHOICE", .version) {
      $0["versions"] = [4_294_967_295]
    },
    hello("no-common-version-in-nonsense", "PAIR-HELLO-CHOICE", .version) {
      $0["versions"] = [4_294_967_295]
      $0["nonce"] = .absent
      $0["device"] = .absent
    },
  ]

  private static let nonces = [
    hello("no-nonce", "PAIR-HELLO-NONCE") { $0["nonce"] = .absent },
    hello("nonce-of-31-bytes", "PAIR-HELLO-NONCE") {
      $0["nonce"] = .bytes(Array($0["nonce"].data.dropLast()))
    },
    hello("nonce-of-33-bytes", "PAIR-HELLO-NONCE") {
      $0["nonce"] = .bytes($0["nonce"].data + [0])
    },
  ]

  private static let devices = [
    hello("no-device", "PAIR-HELLO-DEVICE") { $0["device"] = .absent },
    hello("no-id", "PAIR-HELLO-DEVICE") { $0["device"]["id"] = .absent },
    hello("port-too-high", "PAIR-HELLO-DEVICE") { $0["device"]["port"] = 65_536 },
  ]

  private static let ids = [
    hello("id-in-lower-case", "PAIR-DEVICE-ID") {
      // One of its digits is a letter, except once in a trillion times.
      $0["device"]["id"] = .text($0["device"]["id"].string.lowercased())
    },
    hello("id-without-hyphens", "PAIR-DEVICE-ID") {
      $0["device"]["id"] = .text($0["device"]["id"].string.filter { $0 != "-" })
    },
    hello("id-with-a-wrong-check", "PAIR-DEVICE-ID") {
      let text = $0["device"]["id"].string
      $0["device"]["id"] = .text(text.dropLast() + (text.hasSuffix("0") ? "1" : "0"))
    },
  ]

  private static let lengths = [
    hello("no-name", "PAIR-HELLO-NAME") { $0["device"]["name"] = .absent },
    hello("name-of-65-characters", "PAIR-HELLO-NAME") {
      $0["device"]["name"] = .text(String(repeating: "a", count: 65))
    },
  ]

  private static let names = [
    hello("name-with-a-line-end", "PAIR-HELLO-NAME") { $0["device"]["name"] = "A\nB" },
    hello("name-with-an-escape", "PAIR-HELLO-NAME") { $0["device"]["name"] = "A\u{1B}[2J" },
    hello("name-with-a-late-control", "PAIR-HELLO-NAME") { $0["device"]["name"] = "A\u{9B}B" },
    hello("name-with-an-arabic-mark", "PAIR-HELLO-NAME") { $0["device"]["name"] = "A\u{61C}" },
    hello("name-with-a-left-mark", "PAIR-HELLO-NAME") { $0["device"]["name"] = "A\u{200E}" },
    hello("name-with-a-line-separator", "PAIR-HELLO-NAME") { $0["device"]["name"] = "A\u{2028}B" },
    hello("name-turned-around", "PAIR-HELLO-NAME") { $0["device"]["name"] = "A\u{202E}B" },
    hello("name-with-an-isolate", "PAIR-HELLO-NAME") { $0["device"]["name"] = "A\u{2069}B" },
  ]

  private static let roles = [
    hello("no-role", "PAIR-HELLO-ROLE") { $0["device"]["role"] = .absent },
    hello("third-role", "PAIR-HELLO-ROLE") { $0["device"]["role"] = 3 },
    hello("role-beyond-a-byte", "PAIR-HELLO-ROLE") {
      $0["device"]["role"] = .integer($0["device"]["role"].number + 256)
    },
  ]

  private static let same = [
    hello("same-role", "PAIR-HELLO-ROLE", .wrongRole) {
      $0["device"]["role"] = .integer(3 - $0["device"]["role"].number)
    }
  ]

  private static let numbers = [
    hello("clock-no-number", "PAIR-HELLO-CLOCK") { $0["device"]["clock"] = .double(.nan) },
    hello("clock-infinite", "PAIR-HELLO-CLOCK") { $0["device"]["clock"] = .double(.infinity) },
  ]

  // The message is a moment on its way: a clock ahead comes nearer by that, and one behind is left.
  private static let clocks = [
    hello("clock-behind", "PAIR-HELLO-CLOCK", .clocks) {
      $0["device"]["clock"] = .double($0["device"]["clock"].real - 301)
    },
    hello("clock-ahead", "PAIR-HELLO-CLOCK", .clocks) {
      $0["device"]["clock"] = .double($0["device"]["clock"].real + 310)
    },
  ]
}
