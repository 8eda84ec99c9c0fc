internal import LocalStore
internal import SystemCore
internal import TestSupport

/// A daemon in a folder of its own.
final class BenchNode {
  let role: String
  /// Whether it works out exercise and hours stood.
  private let measuresActivity: Bool
  private let folder: TemporaryFolder
  private var program: RunningProgram?
  private(set) var address = "127.0.0.1:0"

  /// Starts one in an empty folder.
  init(_ role: String, measuringActivity measuresActivity: Bool = false) throws {
    self.role = role
    self.measuresActivity = measuresActivity
    folder = try TemporaryFolder()
    try start()
  }

  /// Starts it, at the address it had before.
  func start() throws {
    let program = try RunningProgram(
      try RunningProgram.builtPath("dyadd"),
      [
        "--state", folder.path, "--role", role, "--listen", address, "--print-addresses",
        "--log-level", "error", "--activity", measuresActivity ? "measured" : "off",
      ])
    self.program = program
    address = String(
      try program.waitForLine("listening tls ").dropFirst("listening tls ".count))
    try program.waitForLine("listening operator ")
  }

  /// Ends it in order.
  func stop() throws {
    program?.receive(.terminate)
    if let ending = try program?.finish(), ending.exitCode != 0 {
      throw BenchError("dyadd did not end well: \(ending.errors)")
    }
    program = nil
  }

  /// Where its store is, to be filled while the daemon is stopped.
  var location: StoreLocation { StoreLocation(folder: folder.path) }

  /// The processor time of all threads so far, in milliseconds.
  func processorTime() throws -> Double {
    var nanoseconds = 0.0
    for thread in try threads() {
      // A thread that has ended meanwhile is not counted, which is little in the pool's favour.
      let bytes = try? FileSystem.readFile("\(thread)/schedstat", atMost: 4_096)
      let words = String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ")
      nanoseconds += words.first.flatMap { Double($0) } ?? 0
    }
    guard nanoseconds > 0 else { throw BenchError("cannot read the processor time of dyadd") }
    return nanoseconds / 1e6
  }

  /// How often its threads have gone to sleep so far: each time but the last, something woke one.
  func sleeps() throws -> Int {
    var count = 0
    for thread in try threads() {
      let bytes = try? FileSystem.readFile("\(thread)/status", atMost: 65_536)
      for line in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
      where line.hasPrefix("voluntary_ctxt_switches:") {
        count += line.split(separator: "\t").last.flatMap { Int($0) } ?? 0
      }
    }
    return count
  }

  /// How much of its memory is resident now, and the most that ever was, in megabytes.
  func memory() throws -> (now: Double, most: Double) {
    let text = String(
      decoding: try FileSystem.readFile("\(try process())/status", atMost: 65_536), as: UTF8.self)
    func megabytes(_ name: String) throws -> Double {
      for line in text.split(separator: "\n") where line.hasPrefix(name) {
        if let kilobytes = line.split(separator: " ").compactMap({ Double($0) }).first {
          return kilobytes / 1_024
        }
      }
      throw BenchError("the system does not tell how much memory dyadd uses")
    }
    return (try megabytes("VmRSS:"), try megabytes("VmHWM:"))
  }

  /// What calls it as its owner.
  var owner: NodeOwner { NodeOwner(socket: folder.file("operator.sock")) }

  private func process() throws -> String {
    guard let program else { throw BenchError("dyadd does not run") }
    return "/proc/\(program.number)"
  }

  private func threads() throws -> [String] {
    let folder = try process() + "/task"
    return TemporaryFolder.names(in: folder).map { "\(folder)/\($0)" }
  }
}
