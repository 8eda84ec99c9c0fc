internal import CDyadMessages
internal import CProtobufC

/// Makes the C structs of one message in memory of its own, ready to be packed.
///
/// Safe to hold: its pointers live as long as it does, and the structs that it makes only point to
/// each other.
@safe final class Packing {
  private let arena: Arena
  /// What remains of the bounds on nested rows.
  private var members = CodecBound.members
  private var events = CodecBound.events
  private var metadataEntries = CodecBound.metadataEntries
  private var numbers = CodecBound.numbers
  /// What remains of the bound on intervals.
  private var intervals = CodecBound.intervals

  /// For a message whose structs take about `expected` bytes.
  init(expecting expected: Int = 4096) {
    arena = Arena(expecting: expected)
  }

  /// A message of the kind that `initialise`, generated for it, sets up.
  func make<Message>(
    _ initialise: (UnsafeMutablePointer<Message>) -> Void
  ) -> UnsafeMutablePointer<Message> {
    let message = unsafe allocate(1, of: Message.self)
    unsafe initialise(message)
    return unsafe message
  }

  /// Room for `count` elements of a plain type, uninitialised.
  func allocate<Element>(_ count: Int, of type: Element.Type) -> UnsafeMutablePointer<Element> {
    guard let memory = unsafe arena.allocate(count * MemoryLayout<Element>.stride) else {
      preconditionFailure("an arena without a budget refuses nothing")
    }
    return unsafe memory.bindMemory(to: type, capacity: count)
  }

  /// The elements as C wants them.
  func array<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let copy = unsafe allocate(elements.count, of: Element.self)
    for (index, element) in elements.enumerated() {
      unsafe (copy + index).initialize(to: element)
    }
    return unsafe copy
  }

  /// One message for each value.
  func array<Value, Message>(
    _ values: [Value],
    _ message: (Value) throws(CodecError) -> UnsafeMutablePointer<Message>
  ) throws(CodecError) -> UnsafeMutablePointer<UnsafeMutablePointer<Message>?> {
    let array = unsafe allocate(values.count, of: UnsafeMutablePointer<Message>?.self)
    for (index, value) in values.enumerated() {
      unsafe (array + index).initialize(to: try message(value))
    }
    return unsafe array
  }

  /// A text as C wants it, which cannot hold the character U+0000.
  func text(_ text: String) throws(CodecError) -> UnsafeMutablePointer<CChar> {
    var text = text
    let copy = text.withUTF8 { bytes -> UnsafeMutablePointer<CChar>? in
      let copy = unsafe allocate(bytes.count + 1, of: CChar.self)
      for index in bytes.indices {
        if unsafe bytes[index] == 0 { return nil }
        unsafe copy[index] = CChar(bitPattern: bytes[index])
      }
      unsafe copy[bytes.count] = 0
      return unsafe copy
    }
    guard let copy = unsafe copy else {
      throw CodecError(.badText, "a text holds the character U+0000", operation: .encode)
    }
    return unsafe copy
  }

  /// Texts as C wants them.
  func texts(
    _ texts: [String]
  ) throws(CodecError) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let array = unsafe allocate(texts.count, of: UnsafeMutablePointer<CChar>?.self)
    for (index, text) in texts.enumerated() {
      unsafe (array + index).initialize(to: try self.text(text))
    }
    return unsafe array
  }

  /// A text that may be absent.
  func optional(
    _ text: String?
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Text>? {
    guard let text else { return nil }
    let message = unsafe make(dyad__v1__text__init)
    unsafe message.pointee.value = try self.text(text)
    return unsafe message
  }

  /// A row count, which messages keep in 32 bits.
  func count(_ count: Int, atMost bound: Int) throws(CodecError) -> UInt32 {
    guard count <= bound, let count = UInt32(exactly: count) else {
      throw CodecError(.tooLarge, "\(count) rows exceed \(bound)", operation: .encode)
    }
    return count
  }

  /// Takes nested rows from what a run may have.
  func spend(_ count: Int, from allowance: Allowance) throws(CodecError) {
    switch allowance {
    case .members: members -= count
    case .events: events -= count
    case .metadataEntries: metadataEntries -= count
    case .numbers: numbers -= count
    }
    guard members >= 0, events >= 0, metadataEntries >= 0, numbers >= 0 else {
      throw CodecError(
        .tooLarge, "more than \(allowance.bound) \(allowance)", operation: .encode)
    }
  }

  /// Takes intervals from what a message may have.
  func spend(intervals count: Int) throws(CodecError) {
    intervals -= count
    guard intervals >= 0 else {
      throw CodecError(
        .tooLarge, "more than \(CodecBound.intervals) intervals", operation: .encode)
    }
  }

  /// A run's allowances are its own; a batch has many runs.
  func beginRun() {
    members = CodecBound.members
    events = CodecBound.events
    metadataEntries = CodecBound.metadataEntries
    numbers = CodecBound.numbers
  }

  /// Lends protobuf-c an allocator that takes from this message's memory.
  func withAllocator<Result>(
    _ body: (UnsafeMutablePointer<ProtobufCAllocator>) -> Result
  ) -> Result {
    unsafe arena.withAllocator(body)
  }

  /// The bytes of `message` with all that it points to.
  func bytes<Message>(of message: UnsafeMutablePointer<Message>) -> [UInt8] {
    // Every generated struct begins with a ProtobufCMessage.
    let base = unsafe UnsafeRawPointer(message).assumingMemoryBound(to: ProtobufCMessage.self)
    let size = unsafe protobuf_c_message_get_packed_size(base)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = unsafe protobuf_c_message_pack(base, buffer.baseAddress)
    }
  }
}

/// The nested rows of a run that are bounded together.
enum Allowance: String, CustomStringConvertible {
  case members
  case events
  case metadataEntries = "metadata entries"
  case numbers

  var description: String { rawValue }

  /// How many a run may have.
  var bound: Int {
    switch self {
    case .members: CodecBound.members
    case .events: CodecBound.events
    case .metadataEntries: CodecBound.metadataEntries
    case .numbers: CodecBound.numbers
    }
  }
}
