/// The sources of one type by priority: where two cover the same time, the earlier one counts.
package struct SourceOrder: Hashable, Sendable {
  package let type: ObjectType
  /// From the highest priority to the lowest, none twice.
  package private(set) var bundleIdentifiers: [String]

  /// More sources than one type ever has, and a bound for what is read on every statistic.
  package static let mostSources = 1_024

  /// No source yet.
  package init(of type: ObjectType) {
    self.type = type
    bundleIdentifiers = []
  }

  /// The user's order.
  ///
  /// - Throws: `invalidArgument` unless these are distinct bundle identifiers, and not too many.
  package init(of type: ObjectType, _ bundleIdentifiers: [String]) throws(ModelError) {
    guard type.description?.isSample ?? true else {
      throw Self.refusal("\(type.identifier) is no type that samples have")
    }
    guard bundleIdentifiers.count <= Self.mostSources else {
      throw Self.refusal("there are more than \(Self.mostSources)")
    }
    guard Set(bundleIdentifiers).count == bundleIdentifiers.count else {
      throw Self.refusal("one of them comes twice")
    }
    guard
      bundleIdentifiers.allSatisfy({
        !$0.isEmpty && $0.utf8.count <= Source.mostTextBytes && !$0.utf8.contains(0)
      })
    else { throw Self.refusal("one of them is no bundle identifier") }
    self.type = type
    self.bundleIdentifiers = bundleIdentifiers
  }

  /// Takes in sources, one after the other; those it has keep their places.
  ///
  /// A new one goes on top of those of its rank: manual entry before the node's sensors, and these
  /// before apps. Beyond `mostSources` they are left out, which gives them the lowest priority.
  package mutating func insert(_ seen: some Sequence<String>) {
    var known = Set(bundleIdentifiers)
    for bundleIdentifier in seen where known.count < Self.mostSources {
      guard known.insert(bundleIdentifier).inserted else { continue }
      let rank = SourceRank(bundleIdentifier: bundleIdentifier)
      let place =
        bundleIdentifiers.firstIndex { SourceRank(bundleIdentifier: $0) >= rank }
        ?? bundleIdentifiers.count
      bundleIdentifiers.insert(bundleIdentifier, at: place)
    }
  }

  private static func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "order the sources", detail)
  }
}
