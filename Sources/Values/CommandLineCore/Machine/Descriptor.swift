private import Glibc

/// One of the process's standard streams.
package struct Descriptor: Hashable, Sendable {
  /// Where input comes from.
  package static let standardInput = Descriptor(number: STDIN_FILENO, name: "standard input")
  /// Where results go.
  package static let standardOutput = Descriptor(number: STDOUT_FILENO, name: "standard output")
  /// Where errors and progress go.
  package static let standardError = Descriptor(number: STDERR_FILENO, name: "standard error")

  /// A pipe holds 64 KiB, so a larger piece would never fill.
  private static let chunkByteCount = 64 * 1024

  private let number: Int32
  private let name: String

  /// Whether a person sits at the other end.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// How many columns the terminal has, or `nil` where there is none.
  package var columns: Int? { size.columns }

  /// How many rows the terminal has, or `nil` where there is none.
  package var rows: Int? { size.rows }

  private var size: (columns: Int?, rows: Int?) {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return (nil, nil) }
    return (
      size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil
    )
  }

  /// How much of a file there is from here to its end; `nil` where this is no file.
  package var remainingBytes: Int? {
    var status = stat()
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let place = lseek(number, 0, SEEK_CUR)
    return place < 0 ? nil : max(0, Int(status.st_size) - Int(place))
  }

  /// Whether there is something to read, or its end, waiting for it at most as long.
  package func isReadable(within milliseconds: Int32) -> Bool {
    Self.isReadable(number, within: milliseconds)
  }

  /// Whether there is something to read at a number, waiting for it at most as long.
  static func isReadable(_ number: Int32, within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    // Whoever is interrupted waits no longer, and finds out by reading.
    return unsafe poll(&request, 1, milliseconds) != 0
  }

  private func failure(_ verb: String, _ code: Int32) -> CommandLineError {
    let reason = unsafe String(cString: strerror(code))
    return CommandLineError(
      code == EPIPE ? .outputClosed : .inputOutput, operation: "\(verb) \(name)", detail: reason)
  }

  // A stream inherited as non-blocking answers EAGAIN where we would rather wait.
  private func waitUntilReady(for event: Int32) {
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    // Whatever poll says, the read or write that follows tells the truth.
    _ = unsafe poll(&request, 1, -1)
  }
}

extension Descriptor: ByteSource {
  /// The next bytes, as soon as there are any; empty at the end.
  package func nextChunk() throws(CommandLineError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: Self.chunkByteCount)
    while true {
      let count = unsafe read(number, &chunk, chunk.count)
      if count >= 0 {
        chunk.removeLast(chunk.count - count)
        return chunk
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilReady(for: POLLIN)
      case let code: throw failure("read", code)
      }
    }
  }
}

extension Descriptor: ByteSink {
  /// Writes all of `bytes`; a reader that has gone is reported as `outputClosed`.
  package func write(_ bytes: [UInt8]) throws(CommandLineError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        return unsafe Glibc.write(number, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilReady(for: POLLOUT)
      case let code: throw failure("write", code)
      }
    }
  }
}
