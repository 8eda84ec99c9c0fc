internal import CDyadMessages
internal import CProtobufC

/// Memory for the C structs of one message, up to a budget and given back all at once.
///
/// Safe to hold: the pointers handed out are valid while the arena lives, and only the functions
/// that own an arena use them. Each allocation is preceded by its size, which tells the length of a
/// text that protobuf-c unpacked: C strings alone would hide what follows a NUL.
@safe final class Arena {
  private var chunks: [UnsafeMutableRawBufferPointer] = unsafe []
  private var next: UnsafeMutableRawPointer
  private var available: Int
  private var budget: Int
  /// Whether an allocation was refused for the budget.
  private(set) var isExhausted = false

  private static let headerSize = MemoryLayout<Int>.size
  /// The alignment of everything in messages.
  private static let alignment = 8
  /// Later chunks grow up to this, so that few are needed.
  private static let chunkLimit = 1 << 18

  /// An arena that hands out at most `budget` bytes, expected to need about `expected`.
  init(budget: Int = .max, expecting expected: Int = 4096) {
    self.budget = budget
    let chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Swift.max(expected, 1024), alignment: Self.alignment)
    // A buffer of at least 1024 bytes has an address.
    unsafe next = chunk.baseAddress.unsafelyUnwrapped
    available = chunk.count
    unsafe chunks.append(chunk)
  }

  deinit {
    for index in unsafe chunks.indices { unsafe chunks[index].deallocate() }
  }

  /// `size` bytes, or `nil` when they would exceed the budget.
  func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    guard size >= 0, size <= budget else {
      isExhausted = true
      return nil
    }
    let needed = Self.headerSize + (size + Self.alignment - 1) & ~(Self.alignment - 1)
    guard needed <= budget else {
      isExhausted = true
      return nil
    }
    budget -= needed
    if needed > available { addChunk(needed) }
    unsafe next.storeBytes(of: size, as: Int.self)
    let result = unsafe next + Self.headerSize
    unsafe next += needed
    available -= needed
    return unsafe result
  }

  private func addChunk(_ needed: Int) {
    let grown = unsafe Swift.min(2 * (chunks.last?.count ?? 0), Self.chunkLimit)
    let chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Swift.max(needed, grown), alignment: Self.alignment)
    unsafe next = chunk.baseAddress.unsafelyUnwrapped
    available = chunk.count
    unsafe chunks.append(chunk)
  }

  /// How many bytes were asked for at `pointer`; `nil` for a pointer that is not of this arena,
  /// such as the empty text that protobuf-c shares.
  func size(at pointer: UnsafeRawPointer) -> Int? {
    for index in unsafe chunks.indices {
      guard let base = unsafe chunks[index].baseAddress else { continue }
      if unsafe pointer > UnsafeRawPointer(base),
        unsafe pointer < UnsafeRawPointer(base) + chunks[index].count
      {
        return unsafe (pointer - Self.headerSize).load(as: Int.self)
      }
    }
    return nil
  }

  /// Lends protobuf-c an allocator that takes from this arena.
  func withAllocator<Result>(
    _ body: (UnsafeMutablePointer<ProtobufCAllocator>) -> Result
  ) -> Result {
    // Unretained is sound: the arena outlives the call, and the allocator does not.
    var allocator = unsafe ProtobufCAllocator(
      alloc: { data, size in
        guard let data = unsafe data else { return nil }
        return unsafe Unmanaged<Arena>.fromOpaque(data).takeUnretainedValue().allocate(size)
      },
      // Everything is given back with the arena.
      free: { _, _ in },
      allocator_data: Unmanaged.passUnretained(self).toOpaque())
    return withExtendedLifetime(self) { unsafe body(&allocator) }
  }
}
