/// The numbers of one type that one incarnation gives.
package struct Stream: Sendable {
  package let incarnation: UInt64
  package let type: String

  package init(_ incarnation: UInt64, _ type: String) {
    self.incarnation = incarnation
    self.type = type
  }
}

// Types are equal byte for byte, which texts of Swift are not.
extension Stream: Hashable {
  package static func == (one: Self, two: Self) -> Bool {
    one.incarnation == two.incarnation && one.type.utf8.elementsEqual(two.type.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(incarnation)
    hasher.combine(Array(type.utf8))
  }
}

extension Stream: Comparable {
  package static func < (one: Self, two: Self) -> Bool {
    one.incarnation != two.incarnation
      ? one.incarnation < two.incarnation
      : one.type.utf8.lexicographicallyPrecedes(two.type.utf8)
  }
}

/// Names a sample for ever.
package struct Dot: Hashable, Sendable {
  package let stream: Stream
  package let number: UInt64

  package init(_ incarnation: UInt64, _ type: String, _ number: UInt64) {
    self.init(Stream(incarnation, type), number)
  }

  package init(_ stream: Stream, _ number: UInt64) {
    self.stream = stream
    self.number = number
  }

  package var incarnation: UInt64 { stream.incarnation }

  package var type: String { stream.type }
}

extension Dot: Comparable {
  package static func < (one: Self, two: Self) -> Bool {
    one.stream != two.stream ? one.stream < two.stream : one.number < two.number
  }
}
