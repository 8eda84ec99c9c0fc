internal import ConformanceWire

/// Something that a saboteur remembers.
final class Memory<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
