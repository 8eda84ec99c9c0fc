private import Glibc

/// What became of receiving.
package enum ReceiveResult: Hashable, Sendable {
  /// So many bytes came, at least one.
  case bytes(Int)
  /// Nothing is there yet.
  case wouldBlock
  /// Nothing will come any more.
  case endOfStream
}

/// What became of sending.
package enum SendResult: Hashable, Sendable {
  /// So many bytes were taken, perhaps not all.
  case sent(Int)
  /// There is no room now.
  case wouldBlock
}

extension Socket {
  /// Receives what is there, as far as it fits.
  ///
  /// - Throws: `connectionLost` when the other end broke the connection.
  package func receive(
    into buffer: inout ReadBuffer, atMost most: Int = .max
  ) throws(SystemError) -> ReceiveResult {
    while true {
      let count = buffer.fill(from: descriptor, atMost: most)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .endOfStream }
      switch errno {
      case EAGAIN: return .wouldBlock
      case EINTR: continue
      default: throw SystemError(cannot: "receive from", name)
      }
    }
  }

  /// Sends the beginning of `bytes`, as far as the system takes it.
  ///
  /// - Throws: `connectionLost` when nobody will receive it.
  package func send(_ bytes: Span<UInt8>) throws(SystemError) -> SendResult {
    guard !bytes.isEmpty else { return .sent(0) }
    while true {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 { return .sent(count) }
      switch errno {
      case EAGAIN: return .wouldBlock
      case EINTR: continue
      default: throw SystemError(cannot: "send to", name)
      }
    }
  }

  /// Sends what comes from `start` on, as far as the system takes it.
  package func send(_ bytes: [UInt8], from start: Int = 0) throws(SystemError) -> SendResult {
    try send(bytes.span.extracting(start...))
  }

  /// Says that nothing more will be sent; what was taken still is.
  package func shutdownWrites() throws(SystemError) {
    guard shutdown(descriptor, Int32(SHUT_WR)) == 0 else {
      throw SystemError(cannot: "end", name)
    }
  }
}
