internal import HealthModel
internal import TestSupport

/// Dots of a few streams as a plain set, beside the vector of the same dots.
struct PlainDots {
  var vector = VersionVector()
  var dots: Set<Dot> = []

  static let types = ["A", "B", "C"].map { ObjectType($0) }
  static let incarnations = [UInt64(1), 9, .max].map { Incarnation(rawValue: $0) }

  /// A few intervals put in and taken out, among 24 numbers in each of nine streams.
  init(_ random: inout SeededGenerator) {
    for _ in 0..<(random.next() % 14) {
      let stream = Self.stream(&random)
      let interval = Self.interval(&random)
      let numbers = interval.map {
        Dot(incarnation: stream.incarnation, type: stream.type, sequence: $0)
      }
      if random.next() % 4 == 0 {
        vector.uncover(interval, in: stream)
        dots.subtract(numbers)
      } else {
        vector.cover(interval, in: stream)
        dots.formUnion(numbers)
      }
    }
  }

  static func stream(_ random: inout SeededGenerator) -> VersionVector.Stream {
    VersionVector.Stream(
      incarnation: incarnations[Int(random.next() % 3)], type: types[Int(random.next() % 3)])
  }

  static func interval(_ random: inout SeededGenerator) -> ClosedRange<UInt64> {
    let first = random.next() % 24
    return first...min(23, first + random.next() % 6)
  }
}

extension VersionVector {
  /// Whether no stream is empty, and every set of numbers is in its one form.
  var isCanonical: Bool {
    streams.values.allSatisfy { !$0.isEmpty && IntervalSet(stored: $0.intervals) == $0 }
  }
}
