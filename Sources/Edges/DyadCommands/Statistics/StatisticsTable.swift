internal import CommandLineCore
internal import CommandSupport
internal import HealthModel

/// Statistics as a table: a row for each bucket, and below it one for each source if that is asked for.
struct StatisticsTable {
  private let report: StatisticsReport
  private let isBySource: Bool

  private let isForPeople: Bool

  init(_ report: StatisticsReport, isBySource: Bool, isForPeople: Bool) {
    self.report = report
    self.isBySource = isBySource
    self.isForPeople = isForPeople
  }

  /// All rows.
  func table() -> Table {
    var table = Table(columns)
    let listed = report.listed
    let dates = LocalDateText(zone: report.zone)
    let labels = dates.labels(
      of: listed.flatMap { [$0.start, $0.end] }, isForPeople: isForPeople)
    for (index, statistics) in listed.enumerated() {
      let times = [labels[index * 2], labels[index * 2 + 1]]
      table.append(
        times + cells(statistics.values, dates) + (isBySource ? ["(all)"] : []))
      guard isBySource else { continue }
      for source in statistics.sources {
        table.append(times + cells(source.values, dates) + [source.source.bundleIdentifier])
      }
    }
    return table
  }

  private var columns: [Table.Column] {
    let values: [Table.Column] =
      report.isCumulative
      ? [.init("SUM", .right)]
      : [.init("AVERAGE", .right), .init("MINIMUM", .right), .init("MAXIMUM", .right)]
    let latest: [Table.Column] =
      report.interval == nil ? [.init("MOST RECENT", .right), .init("AT", isWhole: true)] : []
    return [.init("START", isWhole: true), .init("END", isWhole: true)] + values + latest + [
      .init("UNIT")
    ]
      + (isBySource ? [.init("SOURCE")] : [])
  }

  private func cells(_ values: Statistics.Values, _ dates: LocalDateText) -> [String] {
    let numbers =
      report.isCumulative ? [values.sum] : [values.average, values.minimum, values.maximum]
    var cells = numbers.map { $0.map(NumberText.short) ?? "" }
    if report.interval == nil {
      cells.append(values.mostRecent.map { NumberText.short($0.value) } ?? "")
      cells.append(
        values.mostRecent.map {
          isForPeople ? dates.moment(of: $0.end) : dates.text(of: $0.end)
        } ?? "")
    }
    return cells + [isForPeople ? report.unit.readableString : report.unit.unitString]
  }
}
