internal import SystemCore

/// What went over the machine's own network interface so far, headers included.
enum LoopbackTraffic {
  static func bytes() throws -> Int {
    let text = String(
      decoding: try FileSystem.readFile("/proc/net/dev", atMost: 65_536), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "lo:", words.count > 1, let bytes = Int(words[1]) { return bytes }
    }
    throw BenchError("the system does not tell what its own interface carried")
  }
}
