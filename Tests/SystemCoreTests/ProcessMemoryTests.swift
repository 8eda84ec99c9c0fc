internal import TestSupport
internal import Testing

@testable internal import SystemCore

// @testable: which pages may go is decided line by line.
struct ProcessMemoryTests {
  @Test func `code, and what a file begins with, is as it is in the file`() {
    let code = "7f0000001000-7f0000003000 r-xp 00001000 fd:00 12                 /usr/lib/libone.so"
    #expect(ProcessMemory.unwrittenPages(code[...]) == 0x7f00_0000_1000..<0x7f00_0000_3000)
    let head = "7f0000000000-7f0000001000 r--p 00000000 fd:00 12   /a folder/libone.so"
    #expect(ProcessMemory.unwrittenPages(head[...]) == 0x7f00_0000_0000..<0x7f00_0000_1000)
  }

  @Test(arguments: [
    "7f0000003000-7f0000004000 r--p 00003000 fd:00 12   /usr/lib/libone.so",
    "7f0000004000-7f0000005000 rw-p 00004000 fd:00 12   /usr/lib/libone.so",
    "7f0000004000-7f0000005000 rwxp 00000000 fd:00 12   /usr/lib/libone.so",
    "7f0000005000-7f0000006000 r--s 00000000 fd:00 12   /var/lib/dyad/store.db-shm",
    "7f0000005000-7f0000006000 r-xp 00000000 00:00 0    [vdso]",
    "7f0000005000-7f0000006000 r-xp 0 0:0 0",
    "7f0000006000-7f0000005000 r-xp 00000000 fd:00 12   /usr/lib/libone.so",
    "x-y r-xp 00000000 fd:00 12   /usr/lib/libone.so", "", "-", "0-1000 r-xp 0 fd:00 12 /a",
  ])
  func `what may have been written to is kept`(line: String) {
    #expect(ProcessMemory.unwrittenPages(line[...]) == nil)
  }

  @Test func `a process goes on after it has given everything back`() throws {
    let before = try resident()
    try ProcessMemory.giveBack()
    let after = try resident()
    #expect(after < before)
    // What the loader filled in, constants and code of every library that the tests use are still there.
    #expect([3, 1, 2].sorted().map { "\($0)" }.joined(separator: ",") == "1,2,3")
    #expect(try TemporaryFolder().path.isEmpty == false)
  }

  /// Kilobytes of files that are mapped and in memory.
  private func resident() throws -> Int {
    let status = try FileSystem.readFile("/proc/self/status", atMost: 1 << 16)
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("RssFile:") }
    return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }
}
