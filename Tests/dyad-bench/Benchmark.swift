/// One thing that is measured, by name.
struct Benchmark {
  let name: String
  let summary: String
  let run: (Bench) async throws -> Void

  /// All of them, in the order they run: those that delete come after those that read.
  static var all: [Benchmark] {
    [
      Benchmark(name: "save-bulk", summary: "saves of 4,096 samples, against rows") {
        try BulkSaves.run($0)
      },
      Benchmark(name: "save-limit", summary: "saves of 4,096 samples, against bare columns") {
        try BulkSaves.runLimit($0)
      },
      Benchmark(name: "save-single", summary: "saves of one sample, by 1 and by 8 writers") {
        try await SingleSaves.run($0)
      },
      Benchmark(
        name: "save-single-latency", summary: "paced saves of one sample, and bytes written"
      ) {
        try await PacedSaves.run($0)
      },
      Benchmark(name: "size", summary: "bytes of the database per sample") { try Sizes.run($0) },
      Benchmark(name: "query-range", summary: "one random day, all columns") {
        try Queries.range($0)
      },
      Benchmark(name: "query-latest", summary: "the sample that ends last") {
        try Queries.latest($0)
      },
      Benchmark(name: "query-uuid", summary: "one sample by its UUID") { try Queries.uuid($0) },
      Benchmark(name: "anchored-tail", summary: "the last 1,000 changes") { try Queries.tail($0) },
      Benchmark(
        name: "stats-update", summary: "from a commit to the day that it changed in a followed year"
      ) {
        try await StatisticsUpdates.run($0)
      },
      Benchmark(name: "healthkit-save", summary: "saves through Apple's API, against the engine") {
        try await HealthKitCosts.save($0)
      },
      Benchmark(name: "healthkit-query", summary: "questions through it, objects included") {
        try await HealthKitCosts.query($0)
      },
      Benchmark(name: "sql-scan", summary: "questions in SQL over every sample, against a table") {
        try await SQLScans.run($0)
      },
      Benchmark(name: "mirror-load", summary: "a store into PostgreSQL, against a bare COPY") {
        try await MirrorLoads.run($0)
      },
      Benchmark(name: "mirror-growth", summary: "ten times the same, the last beside the first") {
        try await MirrorLoads.growth($0)
      },
      Benchmark(name: "mirror-subjects", summary: "a thousand stores into PostgreSQL") {
        try await MirrorLoads.subjects($0)
      },
      Benchmark(name: "delete-uuid", summary: "one sample by its UUID, durable") {
        try Deletions.uuid($0)
      },
      Benchmark(name: "delete-range", summary: "one day by type and dates, durable") {
        try Deletions.range($0)
      },
      Benchmark(name: "sync-core", summary: "samples from one store into another, by the rules") {
        try SyncedSamples.run($0)
      },
      Benchmark(name: "reconcile", summary: "finding what differs in two stores, and whether") {
        try Reconciliations.run($0)
      },
      Benchmark(name: "growth", summary: "cost of saves and queries, memory, opening, by size") {
        try Growth.run($0)
      },
      Benchmark(name: "growth-random", summary: "cost of saves with random UUIDs, by size") {
        try RandomGrowth.run($0)
      },
      Benchmark(name: "stats-daily", summary: "sums, averages and extremes by the day") {
        try DailyStatistics.run($0)
      },
      Benchmark(name: "activity-year", summary: "what was reached on each day of a year") {
        try await ActivityYears.run($0)
      },
      Benchmark(name: "stats-two-sources", summary: "sums by the day of sources that overlap") {
        try DailyStatistics.runTwoSources($0)
      },
      Benchmark(
        name: "import-xml", summary: "an export of Apple Health, against a bare parse of it"
      ) {
        try ImportedExports.run($0)
      },
      Benchmark(name: "documents", summary: "clinical documents, against xmllint") {
        try ImportedDocuments.run($0)
      },
      Benchmark(name: "pairing", summary: "processor time of two daemons that become a pair") {
        try await Pairings.run($0)
      },
      Benchmark(name: "sync-backlog", summary: "two daemons, one of which was away") {
        try await Backlogs.run($0)
      },
      Benchmark(name: "sync-growth", summary: "the same with ten million samples") {
        try await Backlogs.runGrowth($0)
      },
      Benchmark(name: "sync-growth-random", summary: "the same with random UUIDs") {
        try await Backlogs.runRandomGrowth($0)
      },
      Benchmark(name: "sync-live", summary: "from the save on one node to the reader on the other")
      {
        try await LiveSync.run($0)
      },
      Benchmark(
        name: "activity-live", summary: "a workout on the watch, from the sensor to the phone"
      ) {
        try await LiveWorkout.run($0)
      },
      Benchmark(name: "idle", summary: "two daemons that have nothing to do") {
        try await Idling.run($0)
      },
    ]
  }
}
