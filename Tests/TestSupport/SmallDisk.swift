private import Glibc

/// A folder on a disk of its own, which has little room; making one takes root.
package final class SmallDisk: Sendable {
  private static let ballast = "ballast"

  /// What keeps this system from having one; `nil` where nothing does.
  package static let obstacle: String? = {
    do {
      _ = try SmallDisk(megabytes: 1)
      return nil
    } catch {
      return "\(error)"
    }
  }()

  /// All of the disk.
  package let folder: TemporaryFolder

  package init(megabytes: Int) throws {
    folder = try TemporaryFolder()
    try Self.run(
      "mount -t tmpfs -o mode=0700,size=\(megabytes)m none '\(folder.path)'", for: folder)
  }

  deinit {
    // Whoever still has something open there keeps it until then.
    try? Self.run("umount -l '\(folder.path)'", for: folder)
  }

  private static func run(_ script: String, for folder: TemporaryFolder) throws {
    let ending = try RunningProgram.run(
      "/bin/sh", ["-c", script], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    guard ending.exitCode == 0 else {
      throw TestSupportError("cannot make a small disk: \(ending.errors)")
    }
  }

  /// How many bytes may still be written.
  package func freeBytes() throws -> Int {
    var status = statvfs()
    guard unsafe statvfs(folder.path, &status) == 0 else {
      throw TestSupportError("cannot measure the small disk: error \(errno)")
    }
    return Int(status.f_bavail * status.f_frsize)
  }

  /// Fills it with something else but for so many bytes.
  package func fill(leaving bytes: Int = 0) throws {
    var count = try freeBytes() - bytes
    guard count > 0 else { return }
    var status = stat()
    // What it was filled with before stays.
    if unsafe stat(folder.file(Self.ballast), &status) == 0 { count += Int(status.st_size) }
    try folder.write([UInt8](repeating: 0x55, count: count), to: Self.ballast)
  }

  /// Makes room again.
  package func clear() throws {
    guard unsafe unlink(folder.file(Self.ballast)) == 0 else {
      throw TestSupportError("cannot make room on the small disk: error \(errno)")
    }
  }
}
