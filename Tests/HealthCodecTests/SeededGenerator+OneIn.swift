internal import TestSupport

extension SeededGenerator {
  /// True once in `n` times.
  mutating func oneIn(_ count: UInt64) -> Bool { next() % count == 0 }
}
