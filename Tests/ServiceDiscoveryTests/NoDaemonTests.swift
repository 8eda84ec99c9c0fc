internal import PeerSupport
internal import ServiceDiscovery
internal import TestSupport
internal import Testing

/// What happens where nobody announces anything, as on most servers.
struct NoDaemonTests {
  private let peer: String
  private let folder: TemporaryFolder

  init() throws {
    peer = try RunningProgram.builtPath("discovery-peer")
    folder = try TemporaryFolder()
  }

  private func lines(_ words: [String], at address: String) throws -> [String] {
    try RunningProgram.run(
      peer, words, environment: ["DBUS_SYSTEM_BUS_ADDRESS": address]
    ).lines
  }

  @Test func `without a bus nothing is announced, and the closure does not run`() throws {
    let found = try lines(["announce", "phone", "7443"], at: "unix:path=\(folder.file("no-bus"))")
    #expect(
      found == [
        "noDaemon cannot announce the service: avahi-daemon does not answer (Daemon not running)"
      ])
  }

  @Test func `without a bus nothing is found`() throws {
    // An hour would be too long to wait for nothing.
    let found = try lines(
      ["browse", "_dyad._tcp", "3600000"], at: "unix:path=\(folder.file("no-bus"))")
    #expect(
      found == [
        "noDaemon cannot look for services: avahi-daemon does not answer (Daemon not running)"
      ])
  }

  @Test(.enabled(if: Machine.hasBus, "dbus-daemon is not installed"))
  func `with a bus but no daemon on it the answer is the same`() throws {
    let machine = try Machine("left")
    #expect(
      try machine.lines("announce", "phone", "7443") == [
        "noDaemon cannot announce the service: avahi-daemon does not answer (Daemon not running)"
      ])
    #expect(
      try machine.lines("browse", "_dyad._tcp", "3600000") == [
        "noDaemon cannot look for services: avahi-daemon does not answer (Daemon not running)"
      ])
  }

  @Test func `a bus that never answers is waited for no longer than was said`() throws {
    let silent = try RawListener()
    let found = try withExtendedLifetime(silent) {
      try lines(["browse", "_dyad._tcp", "200"], at: "tcp:host=127.0.0.1,port=\(silent.port)")
    }
    #expect(
      found == [
        "noDaemon cannot look for services: avahi-daemon has not answered within 0.2 seconds"
      ])
  }

  @Test func `a search that is refused says what is wrong`() async {
    for type in ["", "dyad", "_dyad", "_dyad._sctp", "_dyad._tcp.local", "_a\u{0}._tcp", "_ü._tcp"]
    {
      let error = await #expect(throws: DiscoveryError.self) {
        try await LocalNetwork.browse(type: type, for: .seconds(3_600))
      }
      #expect(error?.code == .invalid)
      #expect(
        error?.description == "cannot look for services: its type is no type of a service")
    }
  }
}
