/// Finds the tags of a piece of XML that is not well-formed, and makes of each what can be made.
struct TagScanner {
  /// As many bytes as broken tags may let be read again, and how many more each byte that is passed allows.
  ///
  /// A broken tag ends where the next one begins, and where a quotation mark is missing that is long before it
  /// is found out. What follows on many of them is lost with the last one.
  private static let mostAgain = 1 << 20
  private static let againPerByte = 8

  private var again = mostAgain

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Reads a piece, and counts its lines; stops where elements lie too deep in each other.
  ///
  /// - Parameters:
  ///   - piece: What follows the last piece.
  ///   - line: The line in which it begins, and then that in which it ends.
  ///   - collector: What is told of its elements.
  ///   - section: What the piece begins in the middle of, and then what it ends in the middle of.
  mutating func scan(
    _ piece: ArraySlice<UInt8>, from line: inout Int, into collector: MarkupCollector,
    in section: inout MarkupSection?
  ) {
    var rest = piece
    while !rest.isEmpty, !collector.isTooDeep {
      if let open = section {
        guard let end = Self.find(open.closing, in: rest) else {
          return skip(&rest, to: rest.endIndex, &line)
        }
        skip(&rest, to: end + open.closing.count, &line)
        section = nil
      }
      guard let start = rest.firstIndex(of: UInt8(ascii: "<")) else {
        return skip(&rest, to: rest.endIndex, &line)
      }
      skip(&rest, to: start, &line)
      if let new = MarkupSection.allCases.first(where: { rest.starts(with: $0.opening) }) {
        section = new
        rest = rest.dropFirst(new.opening.count)
        continue
      }
      var tag = TagReader(rest)
      tag.read()
      let isLong = tag.end - rest.startIndex > ReadingBounds.tagBytes
      add(
        tag, isLong: isLong, line: line + (tag.isBroken ? 0 : Self.lines(rest[..<tag.end])),
        to: collector)
      skip(&rest, to: end(of: tag, from: rest.startIndex), &line)
    }
  }

  /// Where the next tag is looked for.
  private mutating func end(of tag: TagReader, from start: Int) -> Int {
    var end = tag.end
    let double = max(0, tag.reached - tag.end)
    if tag.isBroken, double > again { end = tag.reached } else { again -= double }
    again = min(Self.mostAgain, again + Self.againPerByte * (end - start))
    return end
  }

  private func add(_ tag: TagReader, isLong: Bool, line: Int, to collector: MarkupCollector) {
    guard !isLong, !tag.isBroken else {
      let fault: MarkupNote.Fault =
        tag.hasManyAttributes ? .manyAttributes : isLong ? .longTag : .brokenTag
      return collector.note(fault, line: line)
    }
    for fault in tag.faults { collector.note(fault, line: line) }
    let name = collector.table.number(of: tag.name)
    if tag.isEnd {
      guard let depth = collector.open.lastIndex(of: name) else {
        return collector.note(.unmatchedEnd, line: line)
      }
      for _ in (depth + 1)..<max(depth + 1, collector.open.count) {
        collector.note(.missingEnd, line: line)
        collector.end(line: line)
      }
      return collector.end(line: line)
    }
    let first = collector.batch.attributes.count
    for (key, value) in tag.attributes {
      let number = collector.table.number(of: key)
      if collector.dropped.contains(number) { continue }
      let start = Int32(collector.batch.bytes.count)
      collector.batch.bytes += value
      collector.batch.attributes.append(
        MarkupBatch.Attribute(name: number, value: start..<Int32(collector.batch.bytes.count)))
    }
    collector.start(name, attributesFrom: first, line: line)
    if tag.isEmptyElement { collector.end(line: line) }
  }

  private func skip(_ rest: inout ArraySlice<UInt8>, to end: Int, _ line: inout Int) {
    line += Self.lines(rest[..<end])
    rest = rest[end...]
  }

  /// How many lines end in these bytes.
  static func lines(_ bytes: ArraySlice<UInt8>) -> Int {
    // Eight bytes at a time: those that are newlines become zero, and of these the upper bit is set.
    let newlines: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
    let lower: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var count = 0
    unsafe bytes.withUnsafeBytes { bytes in
      var index = 0
      while index + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ newlines
        count &+= (~(((word & lower) &+ lower) | word | lower)).nonzeroBitCount
        index += 8
      }
      while index < bytes.count {
        if unsafe bytes[index] == UInt8(ascii: "\n") { count += 1 }
        index += 1
      }
    }
    return count
  }

  private static func find(_ text: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first else { return nil }
    var rest = bytes
    while let index = rest.firstIndex(of: first) {
      if rest[index...].starts(with: text) { return index }
      rest = rest[(index + 1)...]
    }
    return nil
  }
}
