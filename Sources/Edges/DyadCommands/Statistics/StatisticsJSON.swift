internal import CommandSupport
internal import HealthModel
internal import TextFormats

/// Statistics as lines of JSON, one for each bucket.
struct StatisticsJSON {
  private let report: StatisticsReport
  private let dates: LocalDateText
  private let isBySource: Bool

  init(_ report: StatisticsReport, isBySource: Bool) {
    self.report = report
    self.isBySource = isBySource
    dates = LocalDateText(zone: report.zone)
  }

  /// `{"start":…,"end":…,"sum":…,"unit":…}`; what there is nothing of is `null`.
  func line(_ statistics: Statistics) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("start", .string(dates.text(of: statistics.start))),
      .init("end", .string(dates.text(of: statistics.end))),
    ]
    members += values(statistics.values)
    members.append(.init("unit", .string(report.unit.unitString)))
    if isBySource {
      members.append(
        .init(
          "sources",
          .array(
            statistics.sources.map { each in
              .object(
                [
                  .init("bundle", .string(each.source.bundleIdentifier)),
                  .init("name", .string(each.source.name)),
                ] + values(each.values))
            })))
    }
    return .object(members)
  }

  private func values(_ values: Statistics.Values) -> [JSONValue.Member] {
    func number(_ value: Double?) -> JSONValue { value.map(JSONValue.number) ?? .null }
    var members: [JSONValue.Member] =
      report.isCumulative
      ? [.init("sum", number(values.sum))]
      : [
        .init("average", number(values.average)), .init("minimum", number(values.minimum)),
        .init("maximum", number(values.maximum)),
      ]
    if report.interval == nil {
      let latest = values.mostRecent.map { latest in
        JSONValue.object([
          .init("value", .number(latest.value)),
          .init("start", .string(dates.text(of: latest.start))),
          .init("end", .string(dates.text(of: latest.end))),
        ])
      }
      members.append(.init("mostRecent", latest ?? .null))
    }
    return members
  }
}
