/// Gathers elements as they are met, and knows which of them are open.
final class MarkupCollector {
  /// As deep as elements may lie in each other.
  static let mostDepth = 64

  var table: NameTable
  var batch = MarkupBatch()
  /// The names of the elements that have not ended.
  private(set) var open: [UInt16] = []
  /// Whether more elements lay in each other than may.
  private(set) var isTooDeep = false
  /// Names of attributes that nobody wants.
  let dropped: Set<UInt16>

  /// Where the elements after a certain one begin, to go back there.
  struct Mark {
    fileprivate var bytes: Int
    fileprivate var attributes: Int
    fileprivate var events: Int
    fileprivate var notes: Int
    fileprivate var open: [UInt16]
  }

  init(_ names: [String], dropping dropped: Set<String>) {
    var table = NameTable(names)
    self.dropped = Set(dropped.map { table.number(of: Array($0.utf8)) })
    self.table = table
  }

  var mark: Mark {
    Mark(
      bytes: batch.bytes.count, attributes: batch.attributes.count, events: batch.events.count,
      notes: batch.notes.count, open: open)
  }

  /// Forgets what was met since.
  func goBack(to mark: Mark) {
    batch.bytes.removeLast(batch.bytes.count - mark.bytes)
    batch.attributes.removeLast(batch.attributes.count - mark.attributes)
    batch.events.removeLast(batch.events.count - mark.events)
    batch.notes.removeLast(batch.notes.count - mark.notes)
    open = mark.open
    isTooDeep = false
  }

  /// Notes that an element starts, whose attributes are added, and its name told, by a closure.
  func start(
    line: Int, _ add: (inout MarkupBatch, inout NameTable, Set<UInt16>) -> UInt16
  ) {
    let first = batch.attributes.count
    let name = add(&batch, &table, dropped)
    start(name, attributesFrom: first, line: line)
  }

  /// Notes that an element starts, whose attributes were added since there were so many.
  func start(_ name: UInt16, attributesFrom first: Int, line: Int) {
    open.append(name)
    if open.count > Self.mostDepth { isTooDeep = true }
    batch.events.append(
      MarkupBatch.Event(
        name: name, isEnd: false, line: Int32(clamping: line),
        attributes: Int32(first)..<Int32(batch.attributes.count)))
  }

  /// Notes that the innermost element ends.
  func end(line: Int) {
    guard let name = open.popLast() else { return }
    batch.events.append(
      MarkupBatch.Event(name: name, isEnd: true, line: Int32(clamping: line), attributes: 0..<0))
  }

  func note(_ fault: MarkupNote.Fault, line: Int) {
    batch.notes.append(MarkupNote(line: line, fault: fault))
  }
}
