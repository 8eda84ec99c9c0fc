/// A question for what the quantities of one type come to.
package struct StatisticsQuery: Hashable, Sendable {
  package var type: ObjectType
  package var predicate: Predicate
  package var options: StatisticsOptions
  /// Where each bucket begins and the one before it ends, ascending.
  ///
  /// The last is the end of the last bucket. `nil` asks for one answer over all samples that match.
  package var edges: [Double]?

  /// More edges than anybody looks at: a century in quarter-hours is a twentieth of the way beyond.
  package static let mostEdges = 4_000_000

  package init(
    _ type: ObjectType, where predicate: Predicate = .constant(true), _ options: StatisticsOptions,
    edges: [Double]? = nil
  ) {
    self.type = type
    self.predicate = predicate
    self.options = options
    self.edges = edges
  }

  /// - Throws: `invalidArgument` for types without quantities, options that do not fit the type, and edges
  ///   that do not ascend.
  package func check() throws(ModelError) {
    guard let aggregation = type.description?.aggregation else {
      throw Self.refusal("\(type.identifier) is no type of quantities")
    }
    if options.isSubset(of: .separateBySource) || !options.isSubset(of: .all) {
      throw Self.refusal("no option says what to work out")
    }
    if aggregation == .cumulative, !options.isDisjoint(with: .discrete) {
      throw Self.refusal(
        "\(type.name) is cumulative: it has a sum, and no average, minimum or maximum")
    }
    if aggregation == .discrete, options.contains(.cumulativeSum) {
      throw Self.refusal(
        "\(type.name) is discrete: it has an average, a minimum and a maximum, and no sum")
    }
    guard let edges else { return }
    guard edges.count >= 2, edges.count <= Self.mostEdges else {
      throw Self.refusal("there are 2 to \(Self.mostEdges) edges, not \(edges.count)")
    }
    // They ascend, so all between two that are finite are, too.
    guard edges[0].isFinite, edges[edges.count - 1].isFinite else { throw Self.notAscending }
    var index = 1
    while index < edges.count {
      guard edges[index - 1] < edges[index] else { throw Self.notAscending }
      index += 1
    }
  }

  private static var notAscending: ModelError { refusal("the edges do not ascend") }

  private static func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "work out statistics", detail)
  }
}
