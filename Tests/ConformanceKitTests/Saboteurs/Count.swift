/// Counts.
final class Count {
  private(set) var value = 0

  /// The number of what comes now, from 0 on.
  func next() -> Int {
    defer { value += 1 }
    return value
  }
}
