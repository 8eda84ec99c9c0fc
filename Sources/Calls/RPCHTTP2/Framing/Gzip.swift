private import CZlib

/// Compresses and expands one message at a time; nothing is kept from one to the next.
enum Gzip {
  /// What stands around the compressed bytes.
  enum Format: Hashable, Sendable {
    /// RFC 1952, which gRPC calls "gzip".
    case gzip
    /// RFC 1950, which zlib invented and gRPC calls "deflate".
    case deflate
  }

  /// The first room for an expanded message, unless its limit is smaller; it doubles from there.
  private static let firstRoom = 4_096
  /// zlib counts a piece with 32 bits.
  private static let largestPiece = Int(UInt32.max)

  /// Compresses `message` as one piece.
  ///
  /// - Parameters:
  ///   - message: The bytes to compress.
  ///   - format: What to put around them.
  /// - Returns: At most a little more than `message` has.
  /// - Throws: `GzipError`, if there is no memory.
  static func compress(
    _ message: Span<UInt8>, _ format: Format
  ) throws(GzipError) -> [UInt8] {
    let operation = "compress a message"
    guard message.count <= largestPiece else {
      throw GzipError(.tooLarge, cannot: operation, "it has \(message.count) bytes")
    }
    // A window as large as the message finds all that a larger one would, and costs less to clear.
    let window = windowBits(for: message.count)
    var compressed: [UInt8] = []
    let status = unsafe withUnsafeTemporaryAllocation(of: z_stream.self, capacity: 1) { stream in
      guard let stream = stream.baseAddress else { return Z_MEM_ERROR }
      unsafe stream.initialize(to: z_stream())
      let started = unsafe deflateInit2_(
        stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window + format.extraBits,
        min(window - 6, 8), Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      guard started == Z_OK else { return started }
      // It only says whether something was left undone, which the status says already.
      defer { _ = unsafe deflateEnd(stream) }
      let room = unsafe Int(deflateBound(stream, UInt(message.count)))
      return unsafe message.withUnsafeBufferPointer { bytes in
        // zlib does not write to its input; its headers do not say so.
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(bytes.count)
        return unsafe compressed.fill(room: room, stream) { unsafe deflate($0, Z_FINISH) }
      }
    }
    guard status == Z_STREAM_END else {
      throw GzipError(.other, cannot: operation, "zlib gives up with status \(status)")
    }
    return compressed
  }

  /// Expands `bytes`, which are one message from its first byte to its last.
  ///
  /// - Parameters:
  ///   - bytes: The compressed message.
  ///   - format: What stands around it; nothing else is accepted.
  ///   - limit: The most bytes the message may have; memory follows the bytes that come out.
  /// - Returns: The message.
  /// - Throws: `tooLarge` as soon as it passes the limit, `truncated`, or `corrupt`.
  static func expand(
    _ bytes: Span<UInt8>, _ format: Format, limit: Int
  ) throws(GzipError) -> [UInt8] {
    let operation = "expand a message"
    guard bytes.count <= largestPiece else {
      throw GzipError(.tooLarge, cannot: operation, "it has \(bytes.count) bytes already")
    }
    var message: [UInt8] = []
    var leftOver: UInt32 = 0
    let status = unsafe withUnsafeTemporaryAllocation(of: z_stream.self, capacity: 1) { stream in
      guard let stream = stream.baseAddress else { return Z_MEM_ERROR }
      unsafe stream.initialize(to: z_stream())
      let started = unsafe inflateInit2_(
        stream, MAX_WBITS + format.extraBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      guard started == Z_OK else { return started }
      // It only fails for a stream that is none.
      defer { _ = unsafe inflateEnd(stream) }
      return unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(bytes.count)
        let status = unsafe expand(stream, into: &message, limit: min(max(0, limit), largestPiece))
        leftOver = unsafe stream.pointee.avail_in
        return status
      }
    }
    switch status {
    case Z_STREAM_END where leftOver == 0: return message
    case Z_STREAM_END:
      throw GzipError(.corrupt, cannot: operation, "\(leftOver) bytes follow its end")
    case Z_OK:
      throw GzipError(.tooLarge, cannot: operation, "it has more than \(limit) bytes")
    case Z_BUF_ERROR:
      throw GzipError(.truncated, cannot: operation, "its end is missing")
    case Z_DATA_ERROR, Z_NEED_DICT:
      throw GzipError(.corrupt, cannot: operation, "it is not what it says it is")
    default:
      throw GzipError(.other, cannot: operation, "zlib gives up with status \(status)")
    }
  }

  /// Expands until the end, an error, or the limit: `Z_OK` says that the message goes on behind it.
  private static func expand(
    _ stream: UnsafeMutablePointer<z_stream>, into message: inout [UInt8], limit: Int
  ) -> Int32 {
    var room = firstRoom
    while true {
      // One byte past the limit shows that there is more; an end exactly at the limit does not use
      // it, and is seen in the same step.
      room = min(room, limit - message.count + 1)
      let status = unsafe message.fill(room: room, stream) { unsafe inflate($0, Z_NO_FLUSH) }
      guard message.count <= limit else { return Z_OK }
      guard status == Z_OK else { return status }
      // With room left, the input is used up before the end.
      guard unsafe stream.pointee.avail_out == 0 else { return Z_BUF_ERROR }
      room = message.count
    }
  }

  /// The base-2 logarithm of the smallest window that holds `count` bytes; zlib's smallest is 9.
  private static func windowBits(for count: Int) -> Int32 {
    var bits: Int32 = 9
    while bits < MAX_WBITS, count > 1 << bits { bits += 1 }
    return bits
  }
}

extension Gzip.Format {
  /// zlib takes the format as a number added to the logarithm of the window.
  fileprivate var extraBits: Int32 {
    switch self {
    case .gzip: 16
    case .deflate: 0
    }
  }
}

extension [UInt8] {
  /// Lets one step of zlib append up to `room` bytes, and returns its status.
  fileprivate mutating func fill(
    room: Int, _ stream: UnsafeMutablePointer<z_stream>,
    _ step: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> Int32 {
    var status = Z_OK
    append(addingCapacity: room) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
        let size = UInt32(clamping: buffer.count)
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = size
        status = unsafe step(stream)
        filled = unsafe Int(size - stream.pointee.avail_out)
      }
    }
    return status
  }
}
