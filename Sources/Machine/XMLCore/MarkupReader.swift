/// Reads XML as it comes, and goes on after what is wrong with it.
///
/// It begins at the root: whatever stands before it is left out by the caller, who also says in which line the root
/// stands.
package final class MarkupReader {
  /// Parsing in smaller pieces would start over more often.
  private static let leastPieceBytes = 64 << 10

  private let collector: MarkupCollector
  private var parser: LibraryParser?
  private var scanner = TagScanner()
  /// What the library's last piece ended in the middle of.
  private var section: MarkupSection?
  /// What was not parsed yet.
  private var held: [UInt8] = []
  private var line: Int
  /// Whether the root has ended.
  package private(set) var isComplete = false

  /// - Parameters:
  ///   - names: Names that get the numbers from 0 on.
  ///   - dropped: Names of attributes that nobody wants.
  ///   - line: In which line the root stands.
  package init(_ names: [String], dropping dropped: Set<String> = [], line: Int = 1) {
    collector = MarkupCollector(names, dropping: dropped)
    self.line = line
  }

  /// How many bytes of memory the batch takes already.
  package var batchBytes: Int { collector.batch.byteCount }

  /// Takes the next bytes.
  ///
  /// - Throws: `MarkupError` where elements lie too deep in each other.
  package func read(_ chunk: [UInt8]) throws(MarkupError) {
    guard !isComplete else { return }
    held += chunk
    guard held.count >= Self.leastPieceBytes else { return }
    if let cut = lastCut() {
      try parse(held[..<cut])
      held.removeFirst(cut)
    } else if held.count > ReadingBounds.tagBytes {
      // What follows up to the next tag is no part of any element.
      try parse(held[...], isLong: true)
      held.removeAll(keepingCapacity: true)
    }
  }

  /// Reads what is left; after this the batch is the last one.
  package func finish() throws(MarkupError) {
    let rest = held
    held = []
    try parse(rest[...])
  }

  /// The elements since the last batch.
  package func takeBatch() -> MarkupBatch {
    defer { collector.batch = MarkupBatch() }
    collector.batch.names = collector.table.names
    return collector.batch
  }

  /// The last place where a tag begins after another one has ended; there no value of an attribute goes on.
  private func lastCut() -> Int? {
    var index = held.count - 1
    while index > 0 {
      if held[index] == UInt8(ascii: "<") {
        var before = index - 1
        while before > 0, TagScanner.isSpace(held[before]) { before -= 1 }
        if held[before] == UInt8(ascii: ">") { return index }
      }
      index -= 1
    }
    return nil
  }

  private func parse(_ piece: ArraySlice<UInt8>, isLong: Bool = false) throws(MarkupError) {
    guard !piece.isEmpty, !isComplete else { return }
    let mark = collector.mark
    if !isLong, parseInLibrary(piece), !collector.isTooDeep {
      line += TagScanner.lines(piece)
    } else {
      collector.goBack(to: mark)
      parser = nil
      scanner.scan(piece, from: &line, into: collector, in: &section)
    }
    if collector.isTooDeep {
      throw MarkupError(
        line: line, detail: "more than \(MarkupCollector.mostDepth) elements lie in each other")
    }
    isComplete = collector.open.isEmpty && !collector.batch.events.isEmpty
  }

  /// Whether the library read a piece, which it does where that is well-formed and within its bounds.
  private func parseInLibrary(_ piece: ArraySlice<UInt8>) -> Bool {
    // Only a parser that saw a section begin can go on in it.
    guard section == nil || parser != nil else { return false }
    var bounds = BoundsScanner(.utf8, in: section, depth: collector.open.count)
    guard bounds.scan(piece.span, to: piece.count) == nil else { return false }
    if parser?.hasManyNames == true, section == nil { parser = nil }
    if parser == nil { parser = LibraryParser(collector, line: line) }
    guard parser?.parse(piece) == true else { return false }
    section = bounds.section
    return true
  }
}
