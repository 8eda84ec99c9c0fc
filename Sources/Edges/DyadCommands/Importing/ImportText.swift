internal import CommandLineCore
internal import CommandSupport
internal import HealthExchange
internal import HealthModel
internal import PairingCommands

/// What became of an import, for people.
enum ImportText {
  /// One row for each type.
  static func table(_ summary: ImportSummary) -> Table {
    var table = Table([
      .init("TYPE"), .init("READ", .right), .init("SAVED", .right), .init("THERE", .right),
      .init("DELETED", .right), .init("TOO OLD", .right), .init("DAMAGED", .right),
      .init("GONE", .right),
    ])
    let text = { (count: Int) in count > 0 ? String(count) : "" }
    for (type, counts) in summary.types.sorted(by: { $0.key.name < $1.key.name }) {
      table.append([
        type.name, String(counts.read), text(counts.saved), text(counts.known),
        text(counts.deleted), text(counts.old), text(counts.lost), text(counts.gone),
      ])
    }
    return table.withoutEmptyColumns
  }

  /// "saved 3 samples, 2 there already".
  static func saved(_ summary: ImportSummary) -> String {
    let total = summary.total
    var parts = ["saved \(counted(total.saved, "sample"))"]
    if total.known > 0 { parts.append("\(total.known) there already") }
    if total.deleted > 0 { parts.append("\(total.deleted) deleted here before") }
    if total.old > 0 { parts.append("\(total.old) older than the store takes") }
    return parts.joined(separator: ", ")
  }

  /// What an export tells of days or of workouts, beside what is here; a row for each type.
  static func table(_ totals: [ToldTotal], of subject: ToldTotal.Subject) -> Table {
    let name = subject.rawValue.uppercased()
    var table = Table([
      .init("TOLD OF \(name)"), .init("TOLD", .right), .init("HERE", .right), .init("UNIT"),
      .init(name, .right), .init("DIFFERENT", .right),
    ])
    for total in totals where total.subject == subject {
      table.append([
        total.type.name, NumberText.short(total.told), NumberText.short(total.stored),
        total.unit.readableString, String(total.count), String(total.differing),
      ])
    }
    return table
  }

  /// What stands below the table.
  static func lines(_ summary: ImportSummary, isDryRun: Bool) -> [String] {
    if let taken = summary.taken {
      return [
        "nothing to save: the same file was taken on \(PairingWords.date(taken.takenAt)), with "
          + counted(taken.count, "sample")
      ]
    }
    var lines = [(isDryRun ? "would have " : "") + saved(summary)]
    let gone = summary.total.gone
    if summary.removed > 0 {
      lines.append(
        "deleted \(counted(summary.removed, "sample")) that the export does not have any more")
    } else if gone > 0 {
      lines.append(
        isDryRun
          ? "would have deleted \(counted(gone, "sample")) that the export does not have any more"
          : "\(counted(gone, "sample")) that the export does not have any more stayed")
    }
    let unknown = summary.unknownTypes.values.reduce(0, +)
    if unknown > 0 {
      lines.append(
        "left out \(counted(unknown, "record")) of \(counted(summary.unknownTypes.count, "type")) "
          + "that nobody knows")
    }
    let foreign = summary.foreignTypes.values.reduce(0, +)
    if foreign > 0 {
      lines.append(
        "kept \(counted(foreign, "record")) of \(counted(summary.foreignTypes.count, "type")) that "
          + "nobody knows as they are: 'dyad query foreignRecord'")
    }
    for (element, count) in summary.notTaken.sorted(by: { $0.key < $1.key }) {
      lines.append("left out: \(TerminalText.clean(element)) (\(count))")
    }
    return lines
  }

  /// The commands that take what the export says of its owner.
  static func profile(_ summary: ImportSummary) -> [String] {
    summary.profile.map { characteristic in
      let name = CharacteristicWords.name(characteristic.kind)
      return "dyad profile \(name) \(CharacteristicWords.text(characteristic, now: 0))"
    }
  }
}
