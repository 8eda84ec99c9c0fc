private import CZlib

/// Compresses bytes to a stream of raw deflate (RFC 1951), piece by piece.
@safe package final class Deflater {
  /// As much as one piece has.
  private static let pieceBytes = 64 << 10
  /// Text of exports is so much alike that further effort gains little; each step up takes about half as long again.
  private static let level: Int32 = 3

  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(ZipError) {
    unsafe stream = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // Negative: nothing stands around the deflated bytes.
    let status = unsafe deflateInit2_(
      stream, Self.level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      unsafe stream.deallocate()
      throw ZipError(.unsupported, "zlib does not start (status \(status))")
    }
  }

  deinit {
    // Z_DATA_ERROR says that the stream was not finished, which is meant where a writer is let go.
    _ = unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses bytes.
  ///
  /// - Parameters:
  ///   - bytes: What comes next; far less than 4 GiB.
  ///   - isLast: Whether the stream ends with them.
  ///   - take: Gets what comes out, if anything does.
  /// - Throws: What `take` throws.
  func compress(
    _ bytes: [UInt8], isLast: Bool = false, _ take: ([UInt8]) throws -> Void
  ) throws {
    var used = 0
    var isDone = false
    while !isDone {
      let output = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, filled in
        unsafe bytes[used...].withUnsafeBufferPointer { input in
          // zlib does not write to its input; its headers do not say so.
          unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
          unsafe stream.pointee.avail_in = UInt32(input.count)
          unsafe stream.pointee.next_out = buffer.baseAddress
          unsafe stream.pointee.avail_out = UInt32(buffer.count)
          // Z_OK, Z_STREAM_END, or Z_BUF_ERROR where there was nothing to do; the state and the pointers are right.
          _ = unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          used = bytes.count - Int(unsafe stream.pointee.avail_in)
          filled = buffer.count - Int(unsafe stream.pointee.avail_out)
        }
      }
      if !output.isEmpty { try take(output) }
      // With room left, zlib has used all that it got and told all that it will.
      isDone = output.count < Self.pieceBytes
    }
  }
}

extension Deflater {
  /// All of some bytes as a stream of zlib (RFC 1950), as pictures have it.
  ///
  /// - Throws: Where there is no memory for it.
  package static func zlib(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x5E]
    try Deflater().compress(bytes, isLast: true) { stream += $0 }
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let checksum = high << 16 | low
    for shift in stride(from: 24, through: 0, by: -8) {
      stream.append(UInt8(truncatingIfNeeded: checksum >> UInt32(shift)))
    }
    return stream
  }
}
