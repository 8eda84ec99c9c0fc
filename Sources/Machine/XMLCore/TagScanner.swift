/// Finds the tags of a piece of XML that is not well-formed, and makes of each what can be made.
struct TagScanner {
  /// What a piece ended in the middle of.
  private var pending: Section?

  private enum Section: CaseIterable {
    case comment, data, instruction

    var opening: [UInt8] {
      switch self {
      case .comment: Array("<!--".utf8)
      case .data: Array("<![CDATA[".utf8)
      case .instruction: Array("<?".utf8)
      }
    }

    var closing: [UInt8] {
      switch self {
      case .comment: Array("-->".utf8)
      case .data: Array("]]>".utf8)
      case .instruction: Array("?>".utf8)
      }
    }
  }

  private static let mostTagBytes = 1 << 20

  /// Whether the next piece begins within a comment, say.
  var isInside: Bool { pending != nil }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Reads a piece, and counts its lines.
  mutating func scan(
    _ piece: ArraySlice<UInt8>, from line: inout Int, into collector: MarkupCollector
  ) {
    var rest = piece
    while !rest.isEmpty {
      if let section = pending {
        guard let end = Self.find(section.closing, in: rest) else {
          return skip(&rest, to: rest.endIndex, &line)
        }
        skip(&rest, to: end + section.closing.count, &line)
        pending = nil
      }
      guard let start = rest.firstIndex(of: UInt8(ascii: "<")) else {
        return skip(&rest, to: rest.endIndex, &line)
      }
      skip(&rest, to: start, &line)
      if let section = Section.allCases.first(where: { rest.starts(with: $0.opening) }) {
        pending = section
        rest = rest.dropFirst(section.opening.count)
        continue
      }
      var tag = TagReader(rest)
      tag.read()
      let isLong = tag.end - rest.startIndex > Self.mostTagBytes
      add(
        tag, isLong: isLong, line: line + (tag.isBroken ? 0 : Self.lines(rest[..<tag.end])),
        to: collector)
      skip(&rest, to: tag.end, &line)
    }
  }

  private func add(_ tag: TagReader, isLong: Bool, line: Int, to collector: MarkupCollector) {
    guard !isLong, !tag.isBroken else {
      return collector.note(isLong ? .longTag : .brokenTag, line: line)
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
