private import Glibc

/// A pipe with a name in the file system, which has a writer for as long as this lives.
package final class NamedPipe: Sendable {
  private let descriptor: Int32

  /// Makes one where nothing is.
  package init(path: String) throws(TestSupportError) {
    guard unsafe mkfifo(path, 0o600) == 0 else {
      throw TestSupportError("cannot make a pipe: error \(errno)")
    }
    // Who reads as well does not wait for another to read.
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw TestSupportError("cannot open a pipe: error \(errno)") }
  }

  deinit {
    _ = close(descriptor)
  }

  /// Writes text, for which there must be room.
  ///
  /// - Returns: Whether all of it was written.
  package func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }
}
