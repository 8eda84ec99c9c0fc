internal import ServiceDiscovery
internal import Testing

struct AnnouncementTests {
  /// What is announced in each case, and why it cannot be.
  private static let refusals:
    [(name: String, type: String, port: UInt16, text: [String], String)] =
      [
        ("", "_dyad._tcp", 1, [], "its name has 0 bytes, and may have 1 to 63"),
        (
          String(repeating: "ü", count: 32), "_dyad._tcp", 1, [],
          "its name has 64 bytes, and may have 1 to 63"
        ),
        ("a\u{1B}[2J", "_dyad._tcp", 1, [], "its name has a control character"),
        ("a\u{0}b", "_dyad._tcp", 1, [], "its name has a control character"),
        ("a", "dyad", 1, [], "its type is no type of a service"),
        ("a", "_dyad._tcp\u{0}", 1, [], "its type is no type of a service"),
        ("a", "_dyad._tcp", 0, [], "port 0 is no port"),
        (
          "a", "_dyad._tcp", 1, ["v=1", ""],
          "an entry of its text has 0 bytes, and may have 1 to 255"
        ),
        (
          "a", "_dyad._tcp", 1, [String(repeating: "x", count: 256)],
          "an entry of its text has 256 bytes, and may have 1 to 255"
        ),
        ("a", "_dyad._tcp", 1, ["v=\n"], "an entry of its text has a control character"),
        ("a", "_dyad._tcp", 1, ["=1"], "an entry of its text has no key"),
        (
          "a", "_dyad._tcp", 1, [String](repeating: String(repeating: "x", count: 255), count: 6),
          "its text has 1536 bytes, and may have 1300"
        ),
      ]

  @Test(arguments: refusals.indices)
  func `what the network would not carry is refused before anybody is asked`(
    index: Int
  ) async throws {
    let (name, type, port, text, reason) = Self.refusals[index]
    let error = await #expect(throws: DiscoveryError.self) {
      try await LocalNetwork.withAnnouncement(name: name, type: type, port: port, text: text) {
        Issue.record("the closure must not run")
      }
    }
    #expect(error?.code == .invalid)
    #expect(error?.description == "cannot announce the service: \(reason)")
  }
}
