/// Cuts a stream of bytes into messages, each behind a flag and its length.
///
/// Where the frames of the transport begin and end means nothing here. Memory follows the bytes that
/// arrived: a length that a peer only announced reserves no more than the peer may send unasked.
package struct MessageDeframer: Sendable {
  /// Why a stream of bytes is no sequence of messages.
  package enum Flaw: Error, Hashable, Sendable {
    /// The message is longer than what is allowed.
    case tooLong(announced: Int, limit: Int)
    /// The flag is neither 0 nor 1.
    case unknownFlag(UInt8)
  }

  /// The flag and the length in front of each message.
  package static let prefixLength = 5

  private let limit: Int
  private let reserve: Int
  private var prefix: [UInt8] = []
  private var expected = 0
  private var isCompressed = false
  private var body: [UInt8] = []
  private var isInBody = false

  /// Begins at the start of a stream.
  ///
  /// - Parameters:
  ///   - limit: the longest message that is taken.
  ///   - reserve: what may be reserved for a message before its bytes came: the window that the
  ///     peer may fill unasked.
  package init(limit: Int, reserve: Int = 64 * 1024) {
    self.limit = limit
    self.reserve = reserve
  }

  /// Whether the bytes so far end where a message ends.
  package var isAtBoundary: Bool { !isInBody && prefix.isEmpty }

  /// How many bytes of an unfinished message are held.
  package var heldBytes: Int { prefix.count + body.count }

  /// How many bytes of an unfinished message came, with those in front of it.
  package var arrivedBytes: Int { isInBody ? Self.prefixLength + body.count : prefix.count }

  /// How much memory is set aside for an unfinished message.
  package var reservedBytes: Int { body.capacity }

  /// Takes bytes from the front of `bytes` until a message is complete.
  ///
  /// - Parameters:
  ///   - bytes: what arrived.
  ///   - position: where to begin; afterwards, where the next call begins.
  /// - Returns: the message, or `nil` if all bytes are taken and it is not complete.
  /// - Throws: what is wrong with the message that begins or goes on here.
  package mutating func next(
    in bytes: Span<UInt8>, from position: inout Int
  ) throws(Flaw) -> CallMessage? {
    if !isInBody {
      guard try readPrefix(bytes, &position) else { return nil }
    }
    let taken = min(expected - body.count, bytes.count - position)
    append(bytes.extracting(position..<position + taken))
    position += taken
    guard body.count == expected else { return nil }
    let message = CallMessage(body, isCompressed: isCompressed)
    body = []
    isInBody = false
    return message
  }

  private mutating func readPrefix(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(Flaw) -> Bool {
    let flag: UInt8
    let length: Int
    if prefix.isEmpty, bytes.count - position >= Self.prefixLength {
      flag = bytes[position]
      length =
        Int(bytes[position + 1]) << 24 | Int(bytes[position + 2]) << 16
        | Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
      position += Self.prefixLength
    } else {
      while prefix.count < Self.prefixLength {
        guard position < bytes.count else { return false }
        prefix.append(bytes[position])
        position += 1
      }
      flag = prefix[0]
      length = prefix.dropFirst().reduce(0) { $0 << 8 | Int($1) }
      prefix = []
    }
    guard flag <= 1 else { throw .unknownFlag(flag) }
    guard length <= limit else { throw .tooLong(announced: length, limit: limit) }
    isCompressed = flag == 1
    expected = length
    isInBody = true
    body.reserveCapacity(min(length, reserve))
    return true
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    let needed = body.count + bytes.count
    if body.capacity < needed {
      body.reserveCapacity(max(needed, min(expected, 2 * body.capacity)))
    }
    body.append(addingCapacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
  }
}
