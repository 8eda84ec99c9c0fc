internal import CommandSupport
internal import HealthExchange
internal import HealthModel
internal import TextFormats

/// What became of an import, for programs.
enum ImportReport {
  /// All that is known, as one object.
  static func json(
    _ summary: ImportSummary, _ totals: [ToldTotal], isDryRun: Bool
  ) -> JSONValue {
    let total = summary.total
    var members: [JSONValue.Member] = [
      .init("file", .string(summary.member)), .init("dryRun", .bool(isDryRun)),
      .init("complete", .bool(summary.isComplete && summary.ending == nil)),
    ]
    if let taken = summary.taken {
      members.append(.init("taken", InstantJSON.value(of: taken.takenAt)))
    }
    if let ending = summary.ending { members.append(.init("ending", .string(ending))) }
    if let version = summary.version { members.append(.init("version", number(version))) }
    if let locale = summary.locale { members.append(.init("locale", .string(locale))) }
    if let exported = summary.exported {
      members.append(.init("exported", InstantJSON.value(of: exported)))
    }
    members.append(.init("removed", number(summary.removed)))
    let types = summary.types.sorted { $0.key.name < $1.key.name }
    members +=
      counts(total) + [
        .init(
          "types",
          .array(types.map { .object([.init("type", .string($0.key.name))] + counts($0.value)) })),
        .init(
          "totals",
          .array(
            totals.map { total in
              .object([
                .init("type", .string(total.type.name)),
                .init("of", .string(total.subject.rawValue)),
                .init("unit", .string(total.unit.unitString)), .init("count", number(total.count)),
                .init("differing", number(total.differing)), .init("told", .number(total.told)),
                .init("stored", .number(total.stored)),
              ])
            })),
        .init("unknownTypes", object(summary.unknownTypes)),
        .init("foreignTypes", object(summary.foreignTypes)),
        .init("notTaken", object(summary.notTaken)),
        .init("mended", object(summary.mended)),
        .init("lossCount", number(summary.lossCount)),
        .init(
          "losses",
          .array(
            summary.losses.map { loss in
              .object([
                .init("line", number(loss.line)), .init("element", .string(loss.element)),
                .init("reason", .string(loss.problem.text)),
              ])
            })),
      ]
    return .object(members)
  }

  private static func counts(_ counts: ImportSummary.Counts) -> [JSONValue.Member] {
    [
      .init("read", number(counts.read)), .init("saved", number(counts.saved)),
      .init("known", number(counts.known)), .init("deleted", number(counts.deleted)),
      .init("old", number(counts.old)), .init("lost", number(counts.lost)),
      .init("gone", number(counts.gone)),
    ]
  }

  private static func object(_ counts: [String: Int]) -> JSONValue {
    .object(counts.sorted { $0.key < $1.key }.map { .init($0.key, number($0.value)) })
  }

  private static func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
}
