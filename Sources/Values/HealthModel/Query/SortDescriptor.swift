/// One key of an order of samples; equal rows fall to the next key and last to insertion order.
package struct SortDescriptor: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    case start
    case end
    case workoutDuration
    case workoutTotal(Workout.Total)
  }

  package var key: Key
  package var isAscending: Bool

  package init(_ key: Key, ascending: Bool = true) {
    self.key = key
    isAscending = ascending
  }
}
