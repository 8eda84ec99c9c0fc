internal import TestSupport

/// Two machines and the wire between them.
final class PrivateNetwork {
  /// What both call the wire.
  static let interface = "wire"

  /// What keeps this system from having such a network; `nil` where nothing does.
  static let obstacle: String? = {
    do {
      _ = try PrivateNetwork()
      return nil
    } catch {
      return "\(error)"
    }
  }()

  let left: Machine
  let right: Machine

  init() throws {
    left = try Machine("left")
    right = try Machine("right")
    try left.prepareDaemon()
    try right.prepareDaemon()
    try connect()
    try left.startDaemon()
    try right.startDaemon()
  }

  /// Lays the wire to a left machine that was made anew, and starts its daemon.
  ///
  /// The kernel takes the network of a machine that ended apart when it likes, and the far end of
  /// the old wire stays until then.
  func reconnect() throws {
    try Self.configure(right, "ip link delete wire 2>/dev/null; ! ip link show wire 2>/dev/null")
    try connect()
    try left.startDaemon()
  }

  private func connect() throws {
    // The ends of the wire get their addresses at once: no address is anybody else's here.
    try Self.configure(
      left, "ip link add wire type veth peer name wire netns \(right.networkNumber)")
    for (machine, number) in [(left, 1), (right, 2)] {
      try Self.configure(
        machine,
        """
        ip addr add 10.77.0.\(number)/24 dev wire && \
        ip -6 addr add fd77::\(number)/64 dev wire nodad && ip link set wire up
        """)
    }
  }

  private static func configure(_ machine: Machine, _ script: String) throws {
    let ending = try RunningProgram.run(
      "/usr/bin/nsenter",
      ["--net=/proc/\(machine.networkNumber)/ns/net", "/bin/sh", "-c", script],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    guard ending.exitCode == 0 else {
      throw SetupFailure("cannot make a network: \(ending.errors)")
    }
  }
}
