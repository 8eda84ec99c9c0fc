private import CZlib

/// Expands a stream of raw deflate (RFC 1951), piece by piece.
@safe final class Inflater {
  /// What a step came to.
  enum Status: Hashable {
    /// More input is needed, or there is more output to come.
    case goesOn
    /// The stream has ended.
    case ended
    /// These bytes are no such stream.
    case corrupt
  }

  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(ZipError) {
    unsafe stream = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // Negative: nothing stands around the deflated bytes.
    let status = unsafe inflateInit2_(
      stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      unsafe stream.deallocate()
      throw ZipError(.unsupported, "zlib does not start (status \(status))")
    }
  }

  deinit {
    // It only fails for a stream that is none.
    _ = unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Expands some of the input.
  ///
  /// - Parameters:
  ///   - input: What comes next.
  ///   - room: The most bytes that may come out.
  /// - Returns: What came out, how much of the input was used, and what that means.
  func expand(
    _ input: ArraySlice<UInt8>, room: Int
  ) -> (output: [UInt8], used: Int, status: Status) {
    var status = Z_OK
    var used = 0
    let output = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      unsafe input.withUnsafeBufferPointer { bytes in
        // zlib does not write to its input; its headers do not say so.
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(bytes.count)
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = UInt32(room)
        status = unsafe inflate(stream, Z_NO_FLUSH)
        used = bytes.count - Int(unsafe stream.pointee.avail_in)
        filled = room - Int(unsafe stream.pointee.avail_out)
      }
    }
    switch status {
    case Z_STREAM_END: return (output, used, .ended)
    // Z_BUF_ERROR: nothing could be done with so little input.
    case Z_OK, Z_BUF_ERROR: return (output, used, .goesOn)
    default: return (output, used, .corrupt)
    }
  }
}

/// The checksum of a member (CRC-32).
package struct MemberChecksum {
  package private(set) var value: UInt32 = 0

  package init() {}

  package mutating func add(_ bytes: [UInt8]) {
    value = unsafe bytes.withUnsafeBufferPointer {
      unsafe UInt32(truncatingIfNeeded: crc32(UInt(value), $0.baseAddress, UInt32($0.count)))
    }
  }
}
