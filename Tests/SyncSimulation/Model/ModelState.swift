package import HealthModel

/// What all nodes remember at one moment, as text that the model writes as well.
package struct ModelState: Hashable, Sendable {
  /// A line for each node: its name, and what it remembers.
  package private(set) var text = ""
  private let letters: [ObjectType: String]

  /// The state of no nodes.
  ///
  /// - Parameter types: Those that the model calls a, b and so on.
  package init(types: [ObjectType]) {
    letters = Dictionary(uniqueKeysWithValues: zip(types, ["a", "b", "c", "d"]))
  }

  /// Adds the line of a node after those before it.
  package mutating func add(_ name: String, _ fields: [String]) {
    text += ([name] + fields).joined(separator: "|") + "\n"
  }

  /// The hash of the text.
  package var hash: UInt64 { Self.hash(of: text) }

  /// FNV-1a of 64 bits over the UTF-8 of a state's text.
  package static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// A set of dots, stream by stream.
  package func text(of dots: VersionVector) -> String {
    dots.sortedStreams.map { stream, intervals in
      let spans = intervals.intervals.map { interval in
        interval.count == 1
          ? "\(interval.lowerBound)" : "\(interval.lowerBound)-\(interval.upperBound)"
      }
      let type = text(of: stream.type)
      return "\(stream.incarnation.rawValue).\(type):\(spans.joined(separator: ","))"
    }
    .joined(separator: " ")
  }

  /// A type's letter.
  package func text(of type: ObjectType) -> String { letters[type] ?? type.identifier }

  /// A place in a log.
  package func text(of place: LogPlace) -> String {
    guard let incarnation = place.incarnation else { return "\(place.position)" }
    return "\(place.position)@\(incarnation.rawValue)"
  }
}
