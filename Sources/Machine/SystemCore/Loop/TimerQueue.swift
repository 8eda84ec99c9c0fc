/// Tells one timer of a queue from all others it has ever had, until four thousand million later
/// ones had the same place.
package struct TimerID: Hashable, Sendable {
  fileprivate let slot: UInt32
  fileprivate let generation: UInt32
}

/// Deadlines with what waits for them, earliest first; equal ones in the order they were set.
///
/// A heap of places in a table: setting and cancelling move as many entries as the heap is deep, and
/// a cancelled timer leaves nothing behind, because most timers guard calls that end in time.
package struct TimerQueue<Owner> {
  private struct Entry {
    let deadline: MonotonicInstant
    /// How many were set before; decides between equal deadlines.
    let order: UInt64
    let slot: UInt32

    func comes(before other: Entry) -> Bool {
      deadline == other.deadline ? order < other.order : deadline < other.deadline
    }
  }

  private struct Slot {
    var generation: UInt32
    /// Where in the heap the entry is; meaningless while there is no owner.
    var position: Int
    var owner: Owner?
  }

  private var heap: [Entry] = []
  private var slots: [Slot] = []
  private var free: [UInt32] = []
  private var count: UInt64 = 0

  /// Makes a queue without timers.
  package init() {}

  /// Whether nothing waits.
  package var isEmpty: Bool { heap.isEmpty }

  /// The first deadline.
  package var earliest: MonotonicInstant? { heap.first?.deadline }

  /// Sets a timer.
  package mutating func schedule(at deadline: MonotonicInstant, for owner: Owner) -> TimerID {
    let slot: UInt32
    if let last = free.popLast() {
      slot = last
    } else {
      slot = UInt32(slots.count)
      slots.append(Slot(generation: 0, position: 0, owner: nil))
    }
    slots[Int(slot)].owner = owner
    heap.append(Entry(deadline: deadline, order: count, slot: slot))
    count += 1
    rise(from: heap.count - 1)
    return TimerID(slot: slot, generation: slots[Int(slot)].generation)
  }

  /// Takes a timer back; the owner it had, unless it is over.
  @discardableResult
  package mutating func cancel(_ timer: TimerID) -> Owner? {
    guard timer.slot < slots.count, slots[Int(timer.slot)].generation == timer.generation,
      slots[Int(timer.slot)].owner != nil
    else { return nil }
    return remove(at: slots[Int(timer.slot)].position).owner
  }

  /// How many timers were ever set.
  package var countOfAll: UInt64 { count }

  /// Takes the first timer off if it is due, and among the first `bound` that were ever set: who
  /// sets timers while others fire waits for the next time, so that there is one.
  package mutating func popDue(
    by now: MonotonicInstant, amongFirst bound: UInt64 = .max
  ) -> (timer: TimerID, owner: Owner)? {
    guard let first = heap.first, first.deadline <= now, first.order < bound else { return nil }
    let removed = remove(at: 0)
    guard let owner = removed.owner else { return nil }
    return (removed.timer, owner)
  }
}

extension TimerQueue {
  private mutating func remove(at position: Int) -> (timer: TimerID, owner: Owner?) {
    let slot = Int(heap[position].slot)
    let last = heap.removeLast()
    if position < heap.count {
      heap[position] = last
      slots[Int(last.slot)].position = position
      if !rise(from: position) { sink(from: position) }
    }
    let timer = TimerID(slot: UInt32(slot), generation: slots[slot].generation)
    let owner = slots[slot].owner.take()
    slots[slot].generation &+= 1
    free.append(UInt32(slot))
    return (timer, owner)
  }

  /// Moves an entry up to where it belongs; whether it moved.
  @discardableResult
  private mutating func rise(from start: Int) -> Bool {
    let entry = heap[start]
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard entry.comes(before: heap[parent]) else { break }
      put(heap[parent], at: position)
      position = parent
    }
    put(entry, at: position)
    return position != start
  }

  private mutating func sink(from start: Int) {
    let entry = heap[start]
    var position = start
    while true {
      var child = 2 * position + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].comes(before: heap[child]) { child += 1 }
      guard heap[child].comes(before: entry) else { break }
      put(heap[child], at: position)
      position = child
    }
    put(entry, at: position)
  }

  private mutating func put(_ entry: Entry, at position: Int) {
    heap[position] = entry
    slots[Int(entry.slot)].position = position
  }
}
