/// Writes a ZIP archive (APPNOTE 6.3) from its beginning to its end, so that it can go into a pipe.
///
/// Members are compressed as they come. Their sizes stand behind them, in eight bytes, so that there is no bound to them.
package final class ZipWriter {
  private struct Entry {
    var name: [UInt8]
    var place: Int
    var checksum: UInt32 = 0
    var byteCount = 0
    var storedByteCount = 0
  }

  /// With sizes of ZIP64.
  private static let version = 45
  /// The sizes stand behind the data, and names are UTF-8.
  private static let flags = 1 << 3 | 1 << 11
  private static let deflated = 8
  /// Beginning of 1980, the first day that an archive can tell: when something was exported is in it.
  private static let date = 1 << 5 | 1
  private static let most = 0xFFFF_FFFF

  private let sink: ([UInt8]) throws -> Void
  private var place = 0
  private var entries: [Entry] = []
  private var member: (deflater: Deflater, checksum: MemberChecksum, start: Int)?

  /// - Parameter sink: Takes the bytes of the archive.
  package init(_ sink: @escaping ([UInt8]) throws -> Void) {
    self.sink = sink
  }

  /// Begins a member.
  ///
  /// - Parameter name: Less than 64 KiB, with slashes between folders.
  /// - Throws: What the sink throws, and `ZipError`.
  package func begin(_ name: String) throws {
    precondition(member == nil, "one member at a time")
    let name = Array(name.utf8)
    guard name.count < 0xFFFF else { throw ZipError(.tooLarge, "a name has \(name.count) bytes") }
    entries.append(Entry(name: name, place: place))
    var header: [UInt8] = []
    header.append(0x0403_4B50, 4)
    header.append(Self.version, 2)
    header.append(Self.flags, 2)
    header.append(Self.deflated, 2)
    header.append(0, 2)
    header.append(Self.date, 2)
    header.append(0, 4)
    // What says that the sizes behind the data have eight bytes.
    header.append(Self.most, 4)
    header.append(Self.most, 4)
    header.append(name.count, 2)
    header.append(20, 2)
    header += name
    header.append(1, 2)
    header.append(16, 2)
    header.append(0, 8)
    header.append(0, 8)
    try put(header)
    member = (try Deflater(), MemberChecksum(), place)
  }

  /// Adds bytes to the member.
  ///
  /// - Throws: What the sink throws.
  package func write(_ bytes: [UInt8]) throws {
    guard let deflater = member?.deflater else { preconditionFailure("no member has begun") }
    guard !bytes.isEmpty else { return }
    member?.checksum.add(bytes)
    entries[entries.count - 1].byteCount += bytes.count
    try deflater.compress(bytes, put)
  }

  /// Ends the member.
  ///
  /// - Throws: What the sink throws.
  package func end() throws {
    guard let ended = member else { preconditionFailure("no member has begun") }
    try ended.deflater.compress([], isLast: true, put)
    member = nil
    var entry = entries[entries.count - 1]
    entry.checksum = ended.checksum.value
    entry.storedByteCount = place - ended.start
    entries[entries.count - 1] = entry
    var descriptor: [UInt8] = []
    descriptor.append(0x0807_4B50, 4)
    descriptor.append(Int(entry.checksum), 4)
    descriptor.append(entry.storedByteCount, 8)
    descriptor.append(entry.byteCount, 8)
    try put(descriptor)
  }

  /// Ends the archive.
  ///
  /// - Throws: What the sink throws.
  package func finish() throws {
    precondition(member == nil, "the last member was not ended")
    let start = place
    for entry in entries { try put(Self.directoryEntry(entry)) }
    let byteCount = place - start
    let isLarge = start >= Self.most || byteCount >= Self.most || entries.count >= 0xFFFF
    var end: [UInt8] = []
    if isLarge {
      end.append(0x0606_4B50, 4)
      end.append(44, 8)
      end.append(Self.version, 2)
      end.append(Self.version, 2)
      end.append(0, 8)
      end.append(entries.count, 8)
      end.append(entries.count, 8)
      end.append(byteCount, 8)
      end.append(start, 8)
      end.append(0x0706_4B50, 4)
      end.append(0, 4)
      end.append(place, 8)
      end.append(1, 4)
    }
    end.append(0x0605_4B50, 4)
    end.append(0, 4)
    end.append(min(entries.count, 0xFFFF), 2)
    end.append(min(entries.count, 0xFFFF), 2)
    end.append(isLarge ? Self.most : byteCount, 4)
    end.append(isLarge ? Self.most : start, 4)
    end.append(0, 2)
    try put(end)
  }

  /// Ends the member that has begun, if one has, and begins the next one.
  ///
  /// - Throws: What the sink throws, and `ZipError`.
  package func beginNext(_ name: String) throws {
    if member != nil { try end() }
    try begin(name)
  }

  /// Ends the archive, and the member that has begun.
  ///
  /// - Throws: What the sink throws.
  package func close() throws {
    if member != nil { try end() }
    try finish()
  }

  private static func directoryEntry(_ entry: Entry) -> [UInt8] {
    // Only what does not fit four bytes has eight, in this order.
    let numbers = [entry.byteCount, entry.storedByteCount, entry.place]
    let large = numbers.filter { $0 >= most }
    let short = numbers.map { min($0, most) }
    var bytes: [UInt8] = []
    bytes.append(0x0201_4B50, 4)
    // Made as on Unix, which says what the rights below mean.
    bytes.append(3 << 8 | version, 2)
    bytes.append(version, 2)
    bytes.append(flags, 2)
    bytes.append(deflated, 2)
    bytes.append(0, 2)
    bytes.append(date, 2)
    bytes.append(Int(entry.checksum), 4)
    bytes.append(short[1], 4)
    bytes.append(short[0], 4)
    bytes.append(entry.name.count, 2)
    bytes.append(large.isEmpty ? 0 : 4 + 8 * large.count, 2)
    bytes.append(0, 6)
    // A plain file that its owner may read and write.
    bytes.append(0o100600 << 16, 4)
    bytes.append(short[2], 4)
    bytes += entry.name
    if !large.isEmpty {
      bytes.append(1, 2)
      bytes.append(8 * large.count, 2)
      for number in large { bytes.append(number, 8) }
    }
    return bytes
  }

  private func put(_ bytes: [UInt8]) throws {
    try sink(bytes)
    place += bytes.count
  }
}

extension [UInt8] {
  /// Appends a number that begins with its lowest byte.
  fileprivate mutating func append(_ number: Int, _ size: Int) {
    for byte in 0..<size { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }
}
