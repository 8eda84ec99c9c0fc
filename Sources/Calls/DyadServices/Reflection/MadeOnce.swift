private import Synchronization

/// A value that is made when it is first asked for.
final class MadeOnce<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () throws -> Value

  /// Makes nothing yet.
  init(_ make: @escaping @Sendable () throws -> Value) {
    self.make = make
  }

  /// The value; others who ask meanwhile wait for the one who makes it.
  ///
  /// - Throws: What making it throws, until that does not.
  func value() throws -> Value {
    try made.withLock { made in
      if let made { return made }
      let value = try make()
      made = value
      return value
    }
  }
}
