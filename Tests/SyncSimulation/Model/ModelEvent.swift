/// One event of the executable model: what happens, and three numbers that say to whom and how.
package struct ModelEvent: Hashable, Sendable {
  /// What can happen, by the model's names.
  package enum Operation: String, Hashable, Sendable, CaseIterable {
    case save, delete, connect, sync, pump, deliver, ack, cut, replay, crash, fsync, day, away,
      floor
    case prune, gc, grant, backup, restore, clone, person, rot, spoil, force
  }

  package var operation: Operation
  package var a: Int
  package var b: Int
  package var c: Int

  package init(_ operation: Operation, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) {
    self.operation = operation
    self.a = a
    self.b = b
    self.c = c
  }
}

extension ModelEvent: CustomStringConvertible {
  package var description: String { "\(operation) \(a) \(b) \(c)" }
}
