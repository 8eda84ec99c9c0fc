internal import SystemCore

/// What the system says of this process's memory.
enum ProcessMemory {
  /// The most that was ever resident.
  static func peakMegabytes() throws -> Double {
    let text = String(
      decoding: try FileSystem.readFile("/proc/self/status", atMost: 65_536), as: UTF8.self)
    for line in text.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      if let kilobytes = line.split(separator: " ").compactMap({ Double($0) }).first {
        return kilobytes / 1_024
      }
    }
    throw BenchError("the system does not tell how much memory was used")
  }
}
