extension Deviation {
  /// Deviates unless something holds.
  package static func unless(
    _ holds: Bool, _ expected: @autoclosure () -> String, _ observed: @autoclosure () -> String
  ) throws(Deviation) {
    guard !holds else { return }
    throw Deviation(expected: expected(), observed: observed())
  }

  /// Deviates unless something is there.
  package static func unlessThere<Value>(
    _ value: Value?, _ expected: @autoclosure () -> String, _ observed: @autoclosure () -> String
  ) throws(Deviation) -> Value {
    guard let value else { throw Deviation(expected: expected(), observed: observed()) }
    return value
  }
}
