internal import TestSupport

/// Two networks that nobody else is on, and the wire between them; making them takes root.
///
/// Each is called by its place: 0 or 1.
final class PrivateWire {
  /// What can be done to the wire, and what keeps this system from it; `nil` where nothing does.
  static let obstacle = obstacle { try PrivateWire() }
  static let lossObstacle = obstacle { try PrivateWire().loseSome(percent: 1) }
  static let resetObstacle = obstacle { try PrivateWire().reset() }

  /// Hold the networks: each lives as long as its process.
  private let holders: [RunningProgram]

  init() throws {
    holders = try (0..<2).map { _ in
      let holder = try RunningProgram(
        "/usr/bin/unshare",
        ["--net", "/bin/sh", "-c", "ip link set lo up || exit 1; echo made; read end"],
        environment: Self.environment)
      do {
        try holder.waitForLine("made")
      } catch {
        throw TestSupportError("cannot make a network: \(try holder.finish().errors)")
      }
      return holder
    }
    try configure(0, "ip link add wire type veth peer name wire netns \(holders[1].number)")
    for place in 0..<2 {
      // A packet is what the wire would carry, and not what the system likes to put together.
      try configure(
        place, "ip addr add \(Self.host(place))/24 dev wire && ip link set wire up gso_max_segs 1")
    }
  }

  /// The address of a place.
  static func host(_ place: Int) -> String { "10.78.0.\(place + 1)" }

  /// What a program has to be started with to be at a place.
  func words(_ place: Int) -> [String] {
    ["/usr/bin/nsenter", "--net=/proc/\(holders[place].number)/ns/net"]
  }

  /// Takes the wire out at a place, or puts it in again; nobody is told.
  func plug(_ place: Int, isIn: Bool) throws {
    try configure(place, "ip link set wire \(isIn ? "up" : "down")")
  }

  /// Loses so many of a hundred packets that come to either place.
  func loseSome(percent: Int) throws {
    for place in 0..<2 {
      // Not every kernel has the first, and not every system the second.
      try configure(
        place,
        """
        tc qdisc replace dev wire root netem loss \(percent)% 2>/dev/null ||
        nft "add table inet bad; add chain inet bad in { type filter hook input priority 0; };
          add rule inet bad in numgen random mod 100 < \(percent) drop"
        """)
    }
  }

  /// Loses nothing any more.
  func loseNone() throws {
    for place in 0..<2 {
      try configure(
        place, "tc qdisc del dev wire root 2>/dev/null || nft delete table inet bad")
    }
  }

  /// Breaks all connections, which both sides are told.
  func reset() throws {
    try configure(0, "ss -K -t dst \(Self.host(1)) >/dev/null")
  }

  private func configure(_ place: Int, _ script: String) throws {
    let words = words(place)
    let ending = try RunningProgram.run(
      words[0], words.dropFirst() + ["/bin/sh", "-c", script], environment: Self.environment)
    // `ss` says in words alone that the kernel does not do it.
    guard ending.exitCode == 0, ending.errors.isEmpty else {
      throw TestSupportError("cannot change a network: \(ending.errors)")
    }
  }

  private static let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]

  private static func obstacle<Result>(_ attempt: () throws -> Result) -> String? {
    do {
      _ = try attempt()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
