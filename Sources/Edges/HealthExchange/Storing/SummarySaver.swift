internal import HealthModel
internal import StoreAccess

/// Saves what an export says was reached on days, in place of what an earlier one said.
struct SummarySaver {
  private let data: any OwnerAccess

  /// As many days as are saved at a time.
  private static let mostTogether = 1_000

  init(_ data: any OwnerAccess) { self.data = data }

  /// Saves those that are not there and were not deleted here, and counts what becomes of them.
  ///
  /// - Throws: What the store throws.
  func save(
    _ summaries: ImportedSummaries, _ context: inout ImportContext, _ saver: inout RowSaver,
    _ deleted: inout DeletedRows
  ) async throws {
    guard !summaries.days.isEmpty else { return }
    let source = SourceRevision(source: NamedSource.source("Health"))
    let stored = try await stored(of: source)
    var counts = context.summary.types[.activitySummary] ?? ImportSummary.Counts()
    defer { context.summary.types[.activitySummary] = counts }
    var fresh: [(sample: Sample, former: SampleUUID?)] = []
    for (day, (line, details)) in summaries.days.sorted(by: { $0.key < $1.key }) {
      let (start, end) = ActivitySummary.dates(of: day)
      do throws(ModelError) {
        try details.check(for: .activitySummary, in: start...end)
      } catch {
        counts.lost += 1
        context.summary.lose("ActivitySummary", line: line, .refused(error.detail))
        continue
      }
      counts.read += 1
      let known = stored[day]
      let sample = Sample(
        uuid: saver.name(for: .activitySummary), type: .activitySummary, start: start, end: end,
        value: .object(.details(details)), source: source)
      if known?.details == details {
        counts.known += 1
      } else if end < context.cutoff {
        counts.old += 1
      } else if known == nil, deleted.meet(sample) {
        counts.deleted += 1
      } else {
        fresh.append((sample, known?.uuid))
      }
    }
    counts.saved += fresh.count
    guard !saver.isDryRun else { return }
    for start in stride(from: 0, to: fresh.count, by: Self.mostTogether) {
      let part = fresh[start..<min(start + Self.mostTogether, fresh.count)]
      var run = SampleRun(emptyFor: part[start].sample)
      for (sample, _) in part { run.append(sample) }
      let former = part.compactMap(\.former)
      if former.isEmpty {
        try await data.save([run])
      } else {
        try await data.replace([.activitySummary: former], by: [run], documents: [:])
      }
    }
  }

  /// What an import told before.
  private func stored(
    of source: SourceRevision
  ) async throws -> [Int: (uuid: SampleUUID, details: Details)] {
    let query = SampleQuery(
      .activitySummary,
      where: .sources(bundleIdentifiers: [source.source.bundleIdentifier]))
    var stored: [Int: (uuid: SampleUUID, details: Details)] = [:]
    for try await run in try await data.samples(query) {
      for row in 0..<run.count {
        guard case .object(.details(let details)) = run.payload[row],
          case .integer(let day) = details.values["day"]
        else { continue }
        stored[Int(clamping: day)] = (run.uuids[row], details)
      }
    }
    return stored
  }
}
