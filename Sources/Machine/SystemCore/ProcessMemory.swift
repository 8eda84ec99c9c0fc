private import CLinux
private import Glibc

/// Gives memory of this process back to the system.
package enum ProcessMemory {
  /// More than any process of ours has, with a hundred libraries.
  private static let mostMapBytes = 1 << 20

  /// Lets go of the pages of programs and libraries, and of what was freed but kept.
  ///
  /// What is needed again comes back from the file, or from the system's copy of it, page by page as it is
  /// touched. So it is for processes that have nothing to do for a while.
  ///
  /// - Throws: `SystemError` where the system does not tell what this process has mapped.
  package static func giveBack() throws(SystemError) {
    let maps = try FileSystem.readFile("/proc/self/maps", atMost: mostMapBytes)
    for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
      guard let range = unwrittenPages(line) else { continue }
      // What cannot be given back stays, as it would without this.
      _ = unsafe madvise(
        UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
    _ = CLinux_trimHeap()
  }

  /// Lets the threads that start from now on share one heap: each keeps some of what was freed in it.
  ///
  /// For a program that does one thing with a few threads, and ends.
  package static func shareHeap() {
    // Where the C library knows no such thing there are more of them, as before.
    _ = CLinux_shareHeap()
  }

  /// The addresses of a mapping whose pages are as they are in its file, whatever the process did.
  ///
  /// That is so for code, and for what a library's file begins with; what the loader has filled in is
  /// written to before it becomes read-only, and looks alike otherwise.
  static func unwrittenPages(_ line: Substring) -> Range<UInt>? {
    // 7f0123450000-7f0123460000 r-xp 00001000 fd:00 1234    /usr/lib/libone.so
    let words = line.split(separator: " ", maxSplits: 5)
    guard words.count == 6, words[5].drop(while: { $0 == " " }).hasPrefix("/"),
      words[1] == "r-xp" || words[1] == "r--p" && UInt(words[2], radix: 16) == 0
    else { return nil }
    let ends = words[0].split(separator: "-").map { UInt($0, radix: 16) }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start > 0, start < end else {
      return nil
    }
    return start..<end
  }
}
