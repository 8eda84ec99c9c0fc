internal import SystemCore

/// The program: picks the benchmarks, runs them, prints figures.
@main
enum DyadBench {
  /// The main thread only waits: an asynchronous `main` would end it, which valgrind does not survive.
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let program = words.first.flatMap(CallsProgram.init)
    // Detached, because what inherits the main actor would wait for this thread.
    Task.detached {
      do {
        if let program {
          try await program.run(words.dropFirst())
        } else {
          try await run(Arguments(words))
        }
      } catch {
        let usage = program == nil ? Arguments.usage : CallsProgram.usage
        Report.complain("dyad-bench: \(error)\n\(usage)")
        ChildProcess.exit(2)
      }
      ChildProcess.exit(0)
    }
    guard program == .server else { CallsProgram.waitForever() }
    CallsProgram.waitForEndOfInput()
    ChildProcess.exit(0)
  }

  private static func run(_ arguments: Arguments) async throws {
    if arguments.listsNames {
      for benchmark in Benchmark.all { print("\(benchmark.name): \(benchmark.summary)") }
      return
    }
    if arguments.isGrowthChild { return print(try GrowthMeasurement(arguments).line) }
    if arguments.isRandomGrowthChild { return print(try RandomGrowth.Measurement(arguments).line) }
    if arguments.isImportChild {
      return print(try await ImportedExports.measure(arguments.store))
    }
    if let kind = arguments.statisticsChild {
      return print(try StatisticsMeasurement(kind, in: arguments.store, arguments).lines)
    }
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
