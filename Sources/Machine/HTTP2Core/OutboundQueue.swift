/// The bytes of one stream that wait to be framed, as the chunks they came in.
///
/// Its storage survives `removeAll()`, so that the next stream in the same slot allocates nothing.
struct OutboundQueue {
  /// What is copied together instead of being kept as chunks of its own.
  static let smallChunk = 4_096

  private var chunks: [[UInt8]] = []
  // Where the unsent bytes start: a chunk, and a place in it.
  private var first = 0
  private var offset = 0
  // The last chunk is one of ours, which small bytes may join.
  private var isLastOwn = false
  // The storage of a chunk of ours that was sent.
  private var spare: [UInt8] = []
  /// How many bytes wait.
  private(set) var count = 0

  /// Adds bytes that are kept until they are framed.
  mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    chunks.append(bytes)
    count += bytes.count
    isLastOwn = false
  }

  /// Adds a copy of the bytes.
  mutating func append(copying bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return }
    guard bytes.count <= Self.smallChunk else { return append(Array(copying: bytes)) }
    let last = chunks.count - 1
    if isLastOwn, chunks[last].count + bytes.count <= Self.smallChunk {
      unsafe bytes.withUnsafeBufferPointer { unsafe chunks[last].append(contentsOf: $0) }
    } else {
      var chunk: [UInt8] = []
      swap(&chunk, &spare)
      unsafe bytes.withUnsafeBufferPointer { unsafe chunk.append(contentsOf: $0) }
      chunks.append(chunk)
      isLastOwn = true
    }
    count += bytes.count
  }

  /// Moves the next `length` bytes to the end of `output`; there must be so many.
  mutating func move(_ length: Int, to output: inout [UInt8]) {
    precondition(length <= count, "more bytes than are queued")
    count -= length
    var left = length
    while left > 0 {
      let available = chunks[first].count - offset
      let part = min(left, available)
      unsafe chunks[first].withUnsafeBufferPointer { chunk in
        unsafe output.append(
          contentsOf: UnsafeBufferPointer(rebasing: chunk[offset..<offset + part]))
      }
      left -= part
      offset += part
      if part == available { dropFirst() }
    }
  }

  /// Forgets the bytes.
  mutating func removeAll() {
    chunks.removeAll(keepingCapacity: chunks.capacity <= 16)
    first = 0
    offset = 0
    count = 0
    isLastOwn = false
  }

  private mutating func dropFirst() {
    offset = 0
    if first == chunks.count - 1 {
      if isLastOwn {
        swap(&spare, &chunks[first])
        spare.removeAll(keepingCapacity: true)
        isLastOwn = false
      }
      first = 0
      chunks.removeAll(keepingCapacity: true)
    } else {
      chunks[first] = []
      first += 1
      // A queue that never runs dry must not grow; moving half of it now and then costs nothing.
      if first >= 32, first * 2 >= chunks.count {
        chunks.removeSubrange(..<first)
        first = 0
      }
    }
  }
}
