internal import SystemCore
internal import TestSupport

/// A folder on a disk of its own, which has little room; making one takes root.
final class SmallDisk {
  private static let ballast = "ballast"

  /// What keeps this system from having one; `nil` where nothing does.
  static let obstacle: String? = {
    do {
      _ = try SmallDisk(megabytes: 1)
      return nil
    } catch {
      return "\(error)"
    }
  }()

  let folder: TemporaryFolder

  init(megabytes: Int) throws {
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

  /// Fills it with something else but for so many bytes.
  func fill(leaving bytes: Int) throws {
    let count = try FileSystem.freeSpace(at: folder.path) - bytes
    guard count > 0 else { throw TestSupportError("the small disk is full already") }
    try folder.write([UInt8](repeating: 0x55, count: count), to: Self.ballast)
  }

  /// Makes room again.
  func clear() throws {
    _ = try FileSystem.removeFile(folder.file(Self.ballast))
  }
}
