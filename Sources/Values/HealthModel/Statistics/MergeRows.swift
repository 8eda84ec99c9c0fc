/// Samples of one source as a merge takes them, as columns.
package struct MergeRows: Sendable {
  package private(set) var starts: [Double] = []
  package private(set) var ends: [Double] = []
  package private(set) var values: [Double] = []
  private var isSorted = true

  package init() {}

  package var count: Int { starts.count }

  package mutating func append(start: Double, end: Double, value: Double) {
    if let last = starts.last, start < last { isSorted = false }
    starts.append(start)
    ends.append(end)
    values.append(value)
  }

  /// Appends samples of which the first is the earliest if they are `inOrder`.
  package mutating func append(
    starts: ArraySlice<Double>, ends: ArraySlice<Double>, values: ArraySlice<Double>, inOrder: Bool
  ) {
    guard let first = starts.first else { return }
    if !inOrder || self.starts.last.map({ first < $0 }) ?? false { isSorted = false }
    self.starts += starts
    self.ends += ends
    self.values += values
  }

  /// Begins anew, in the memory that it has.
  package mutating func removeAll() {
    starts.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    isSorted = true
  }

  /// Puts them in the order in which they start.
  package mutating func sort() {
    if isSorted { return }
    let order = starts.indices.sorted { starts[$0] < starts[$1] }
    starts = order.map { starts[$0] }
    ends = order.map { ends[$0] }
    values = order.map { values[$0] }
    isSorted = true
  }

  /// Leaves out what starts at `date` or later; they are in order.
  package mutating func cut(before date: Double) {
    let kept = starts.firstIndex { $0 >= date } ?? count
    starts.removeSubrange(kept...)
    ends.removeSubrange(kept...)
    values.removeSubrange(kept...)
  }
}
