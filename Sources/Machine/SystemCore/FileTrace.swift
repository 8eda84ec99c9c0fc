private import Glibc

/// The number, the size and the time of a file: they stay the same as long as nobody writes to the file.
package struct FileTrace: Hashable, Sendable {
  /// The number of the file in its file system.
  package let number: UInt64
  package let size: Int64
  /// When it was last written, in nanoseconds since 1970, by a clock that stands still for some milliseconds at a time.
  package let written: Int64

  /// When it was last written, in seconds since the start of 2001.
  package var writtenAt: Double { Double(written) / 1e9 - WallClock.secondsTo2001 }

  /// Asks the file system; `nil` where there is no such file, or this user may not ask.
  package init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    written = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}
