internal import SystemCore

/// The program: picks the benchmarks, runs them, prints figures.
@main
enum DyadBench {
  static func main() async {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      try await run(arguments)
    } catch {
      Report.complain("dyad-bench: \(error)\n\(Arguments.usage)")
      ChildProcess.exit(2)
    }
  }

  private static func run(_ arguments: Arguments) async throws {
    if arguments.listsNames {
      for benchmark in Benchmark.all { print("\(benchmark.name): \(benchmark.summary)") }
      return
    }
    if arguments.isGrowthChild { return print(try GrowthMeasurement(arguments).line) }
    let known = Set(Benchmark.all.map(\.name))
    if let unknown = arguments.names.first(where: { !known.contains($0) }) {
      throw BenchError("there is no benchmark \(unknown)")
    }
    let bench = Bench(arguments, Report(printsJSON: arguments.printsJSON))
    for benchmark in Benchmark.all
    where arguments.names.isEmpty || arguments.names.contains(benchmark.name) {
      try await benchmark.run(bench)
    }
  }
}
