private import Glibc

/// A file at whose end a page is written through to the disk, again and again.
final class AppendedFile {
  private let descriptor: Int32
  private let page = [UInt8](repeating: 0x5A, count: 4_096)

  init(_ path: String) throws {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw BenchError("cannot make a file to write through") }
  }

  deinit { close(descriptor) }

  func append() throws {
    let count = unsafe page.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    guard count == page.count, fdatasync(descriptor) == 0 else {
      throw BenchError("cannot write through to the disk")
    }
  }
}
