/// What the command line asks for.
struct Arguments {
  /// Samples in the large store.
  var size = 1_000_000
  /// Samples where statistics are measured; as many as in the large store if that is said.
  var statisticsSize = 10_000_000
  /// How often ours and the peer take turns.
  var rounds = 3
  /// Where all data come from.
  var seed: UInt64 = 1
  /// How long the paced saves go on, on each side.
  var latencySeconds = 4
  var printsJSON = false
  var listsNames = false
  /// The script that replicates rows between two PostgreSQL servers; without it there is no such peer.
  var postgres: String?
  /// The script that asks DuckDB; without it there is no such peer.
  var duckdb: String?
  /// The benchmarks to run; none means all.
  var names: [String] = []
  /// Whether this process is one that measures growth at `size` for another.
  var isGrowthChild = false
  /// The same with random UUIDs.
  var isRandomGrowthChild = false
  /// Whether this process imports an export for another.
  var isImportChild = false
  /// What this process measures of statistics for another, and in which store.
  var statisticsChild: StatisticsRows.Kind?
  var store = ""

  static let usage = """
    usage: dyad-bench [--size N] [--rounds N] [--seed N] [--seconds N | --minutes N] [--json]
                      [--list] [--postgres FILE] [--duckdb FILE] [NAME...]
    """

  /// Reads the arguments after the program's name.
  init(_ words: some Sequence<String>) throws(BenchError) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      switch word {
      case "--size":
        size = try Self.number(&rest, after: word, in: 10_000...100_000_000)
        statisticsSize = size
      case "--rounds": rounds = try Self.number(&rest, after: word, in: 1...1_000)
      case "--seed": seed = UInt64(try Self.number(&rest, after: word, in: 0...Int.max))
      case "--seconds": latencySeconds = try Self.number(&rest, after: word, in: 1...86_400)
      case "--minutes": latencySeconds = 60 * (try Self.number(&rest, after: word, in: 1...1_440))
      case "--postgres": postgres = rest.popFirst()
      case "--duckdb": duckdb = rest.popFirst()
      case "--store": store = rest.popFirst() ?? ""
      case "--statistics-child":
        statisticsChild = rest.popFirst().flatMap(StatisticsRows.Kind.init)
      case "--json": printsJSON = true
      case "--list": listsNames = true
      case "--growth-child": isGrowthChild = true
      case "--import-child": isImportChild = true
      case "--random-growth-child": isRandomGrowthChild = true
      default:
        guard !word.hasPrefix("-") else { throw BenchError("there is no option \(word)") }
        names.append(word)
      }
    }
  }

  private static func number(
    _ rest: inout ArraySlice<String>, after option: String, in range: ClosedRange<Int>
  ) throws(BenchError) -> Int {
    guard let text = rest.popFirst(), let number = Int(text), range.contains(number) else {
      throw BenchError(
        "\(option) wants a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
