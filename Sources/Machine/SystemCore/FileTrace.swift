private import Glibc

/// What a file looks like from outside: as long as nobody writes to it, it stays the same.
package struct FileTrace: Hashable, Sendable {
  /// The number of the file in its file system.
  package let number: UInt64
  package let size: Int64
  /// When it was last written, in nanoseconds since 1970, by a clock that stands still for some milliseconds at a time.
  package let written: Int64

  /// When it was last written, in seconds since the start of 2001.
  package var writtenAt: Double { Double(written) / 1e9 - 978_307_200 }

  /// Looks at a file; `nil` where there is none, or nobody may look.
  package init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    written = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}
