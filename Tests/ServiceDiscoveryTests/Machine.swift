internal import TestSupport

/// A machine of its own to avahi-daemon: a network namespace, a /run, a bus and a daemon.
///
/// Nothing that is said in it leaves the machine that runs the tests.
final class Machine {
  private static let busPath = "/usr/bin/dbus-daemon"
  private static let daemonPath = "/usr/sbin/avahi-daemon"
  private static let spacePath = "/usr/bin/unshare"

  /// Whether there can be a bus.
  static var hasBus: Bool {
    do {
      _ = try Machine("probe")
      return true
    } catch {
      return false
    }
  }

  private let folder: TemporaryFolder
  private var bus: RunningProgram?
  private var daemon: RunningProgram?

  /// What a peer on this machine must have in its environment.
  let environment: [String: String]

  /// Makes a machine with a bus, but without a daemon that runs.
  init(_ name: String) throws {
    let folder = try TemporaryFolder()
    let address = "unix:path=\(folder.file("bus"))"
    try folder.write(Array(Self.busConfiguration(at: address).utf8), to: "bus.conf")
    try folder.write(Array(Self.daemonConfiguration(of: name).utf8), to: "avahi.conf")
    let bus = try RunningProgram(
      Self.busPath,
      ["--config-file=\(folder.file("bus.conf"))", "--nofork", "--nopidfile", "--print-address=1"])
    try bus.waitForLine("unix:")
    self.bus = bus
    self.folder = folder
    environment = ["DBUS_SYSTEM_BUS_ADDRESS": address]
  }

  /// Makes the namespace; the daemon does not start before it is let go.
  func prepareDaemon() throws {
    let script = """
      mount -t tmpfs none /run && ip link set lo up || exit 1
      echo prepared
      read go
      exec \(Self.daemonPath) -f \(folder.file("avahi.conf")) --no-drop-root --no-chroot --no-rlimits
      """
    let daemon = try RunningProgram(
      Self.spacePath, ["--mount", "--net", "/bin/sh", "-c", script],
      environment: environment.merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { $1 })
    do {
      try daemon.waitForLine("prepared")
    } catch {
      throw SetupFailure("cannot make a namespace: \(try daemon.finish().errors)")
    }
    self.daemon = daemon
  }

  /// Starts the daemon, and waits until it has its name.
  func startDaemon() throws {
    daemon?.send("go\n")
    try daemon?.waitForError("Server startup complete")
  }

  /// Ends the daemon, and waits for its end.
  func stopDaemon() throws {
    daemon?.receive(.terminate)
    _ = try daemon?.finish()
    daemon = nil
  }

  /// Kills the bus: it may have inherited from a thread of the tests that it is deaf to signals.
  func killBus() {
    bus = nil
  }

  /// The process whose network it is; it keeps its number when the daemon starts.
  var networkNumber: Int32 { daemon?.number ?? 0 }

  /// Starts a peer on this machine.
  func peer(_ words: String...) throws -> RunningProgram {
    try RunningProgram(
      try RunningProgram.builtPath("discovery-peer"), words, environment: environment)
  }

  /// Runs a peer on this machine to its end, and returns its lines.
  func lines(_ words: String...) throws -> [String] {
    try RunningProgram.run(
      try RunningProgram.builtPath("discovery-peer"), words, environment: environment
    ).lines
  }

  private static func busConfiguration(at address: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>\(address)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*"/>
        <allow receive_sender="*"/>
        <allow own="*"/>
      </policy>
    </busconfig>

    """
  }

  private static func daemonConfiguration(of name: String) -> String {
    """
    [server]
    host-name=\(name)
    use-ipv4=yes
    use-ipv6=yes
    allow-interfaces=\(PrivateNetwork.interface)
    [wide-area]
    enable-wide-area=no
    [publish]
    publish-hinfo=no
    publish-workstation=no
    [reflector]
    [rlimits]

    """
  }
}
