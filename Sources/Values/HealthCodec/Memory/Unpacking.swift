internal import CDyadMessages
internal import CProtobufC

/// Holds one unpacked message within a budget, and counts what its runs still may hold.
///
/// Safe to hold: its pointers live as long as it does, and nothing of them leaves the decoders.
@safe final class Unpacking {
  let limits: DecodingLimits
  private let arena: Arena
  private var samples: Int
  private var deletions: Int
  private var members = CodecBound.members
  private var events = CodecBound.events
  private var metadataEntries = CodecBound.metadataEntries
  private var numbers = CodecBound.numbers
  private var intervals = CodecBound.intervals

  /// For `byteCount` bytes; refuses more than the limits allow before looking at them.
  init(byteCount: Int, limits: DecodingLimits) throws(CodecError) {
    guard byteCount <= limits.maxBytes else {
      throw CodecError(.tooLarge, "\(byteCount) bytes exceed \(limits.maxBytes)")
    }
    self.limits = limits
    samples = limits.maxSamples
    deletions = limits.maxSamples
    arena = Arena(
      budget: CodecBound.unpackingAllowance + CodecBound.unpackingFactor * byteCount,
      // Columns of small numbers unpack to eight bytes for each.
      expecting: 1024 + 8 * min(byteCount, 1 << 14))
  }

  /// The message that `bytes` hold, by the function generated for its kind.
  func message<Message>(
    _ bytes: UnsafeRawBufferPointer,
    _ unpack: (
      UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Message>?
  ) throws(CodecError) -> UnsafeMutablePointer<Message> {
    let message = unsafe arena.withAllocator { allocator in
      unsafe unpack(
        allocator, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    if let message = unsafe message { return unsafe message }
    guard arena.isExhausted else {
      throw CodecError(.malformed, "the bytes are no such message")
    }
    throw CodecError(.tooLarge, "the fields take more memory than \(bytes.count) bytes may")
  }

  /// A text, which protobuf-c neither checks nor measures.
  func text(_ pointer: UnsafeMutablePointer<CChar>?) throws(CodecError) -> String {
    guard let pointer = unsafe pointer, let size = unsafe arena.size(at: pointer) else { return "" }
    // Allocated with one byte more, for the terminating NUL.
    guard unsafe !UnsafeRawBufferPointer(start: pointer, count: size - 1).contains(0) else {
      throw CodecError(.badText, "a text holds the character U+0000")
    }
    guard let text = unsafe String(validatingCString: pointer) else {
      throw CodecError(.badText, "a text is not UTF-8")
    }
    return text
  }

  /// Texts, one for each of `count` pointers.
  func texts(
    _ count: Int, _ pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) throws(CodecError) -> [String] {
    guard let pointers = unsafe pointers else { return [] }
    var texts: [String] = []
    texts.reserveCapacity(count)
    for index in 0..<count { texts.append(try unsafe text(pointers[index])) }
    return texts
  }

  /// A text that may be absent.
  func optional(
    _ message: UnsafeMutablePointer<Dyad__V1__Text>?
  ) throws(CodecError) -> String? {
    guard let message = unsafe message else { return nil }
    return try unsafe text(message.pointee.value)
  }

  /// Values of `count` messages.
  func values<Message, Value>(
    _ count: Int, _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Message>?>?,
    _ value: (UnsafeMutablePointer<Message>) throws(CodecError) -> Value
  ) throws(CodecError) -> [Value] {
    guard let messages = unsafe messages else { return [] }
    var values: [Value] = []
    values.reserveCapacity(count)
    for index in 0..<count {
      guard let message = unsafe messages[index] else { continue }
      values.append(try unsafe value(message))
    }
    return values
  }

  /// A row count that a message claims.
  func count(_ count: UInt32, atMost bound: Int) throws(CodecError) -> Int {
    guard count <= bound else {
      throw CodecError(.tooLarge, "\(count) rows exceed \(bound)")
    }
    return Int(count)
  }

  /// The rows of the next sample run, taken from what the message may hold.
  func countOfSamples(_ count: UInt32) throws(CodecError) -> Int {
    let count = try at("count") { () throws(CodecError) in try self.count(count, atMost: samples) }
    samples -= count
    return count
  }

  /// The rows of the next deletion run, taken from what the message may hold.
  func countOfDeletions(_ count: UInt32) throws(CodecError) -> Int {
    let count = try at("count") { () throws(CodecError) in
      try self.count(count, atMost: deletions)
    }
    deletions -= count
    return count
  }

  /// Intervals that a message claims, taken from what it may hold.
  func spend(intervals count: Int) throws(CodecError) {
    guard count <= intervals else {
      throw CodecError(.tooLarge, "more than \(CodecBound.intervals) intervals in the message")
    }
    intervals -= count
  }

  /// Nested rows that a message claims, taken from what all of its runs may have.
  func spend(_ count: UInt32, from allowance: Allowance) throws(CodecError) -> Int {
    let left =
      switch allowance {
      case .members: members
      case .events: events
      case .metadataEntries: metadataEntries
      case .numbers: numbers
      }
    guard count <= left else {
      throw CodecError(.tooLarge, "more than \(allowance.bound) \(allowance)")
    }
    switch allowance {
    case .members: members -= Int(count)
    case .events: events -= Int(count)
    case .metadataEntries: metadataEntries -= Int(count)
    case .numbers: numbers -= Int(count)
    }
    return Int(count)
  }
}
