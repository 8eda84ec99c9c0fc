internal import SystemCore
internal import TestSupport

/// What a process holds, and would hold more and more of if it leaked.
struct ProcessFigures: Hashable {
  /// How many descriptors are open.
  let descriptors: Int
  /// How many threads there are.
  let threads: Int
  /// How many KiB of memory it has written to that no file can give back.
  let memory: Int

  /// What keeps these from being had; `nil` where nothing does.
  ///
  /// A daemon hides from other processes of its user what it has open.
  static var obstacle: String? {
    Sanitizer.obstacle
      ?? (Machine.user == 0 ? nil : "only root sees what a daemon has open")
  }

  /// Reads them of a process that runs.
  init(of process: Int32) throws {
    descriptors = TemporaryFolder.names(in: "/proc/\(process)/fd").count
    threads = TemporaryFolder.names(in: "/proc/\(process)/task").count
    let status = String(
      decoding: try FileSystem.readFile("/proc/\(process)/status", atMost: 65_536), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    let words = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
    guard descriptors > 0, threads > 0, words.count > 1, let memory = Int(words[1]) else {
      throw TestSupportError("cannot read what process \(process) holds")
    }
    self.memory = memory
  }

  /// How long a process has kept processors busy.
  static func processorTime(of process: Int32) throws -> Duration {
    let text = String(
      decoding: try FileSystem.readFile("/proc/\(process)/stat", atMost: 65_536), as: UTF8.self)
    // Behind the name in brackets, the twelfth field and the next: hundredths of a second.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let own = Int(fields[11]), let system = Int(fields[12]) else {
      throw TestSupportError("cannot read how busy process \(process) was")
    }
    return .milliseconds(10 * (own + system))
  }

  /// What its descriptors are, and what its threads are called, for whoever looks for what leaked.
  static func details(of process: Int32) throws -> String {
    let script = "ls -l /proc/\(process)/fd; cat /proc/\(process)/task/*/comm"
    return try RunningProgram.run(
      "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"]
    ).output
  }
}

extension ProcessFigures: CustomStringConvertible {
  var description: String {
    "\(descriptors) descriptors, \(threads) threads, \(memory) KiB"
  }
}
