internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import TextFormats

/// `dyad documents list`: what is there.
struct DocumentsListCommand: Subcommand {
  static let command = Command(
    "list", summary: "List the documents",
    examples: [
      .init("dyad documents list", "title, patient and custodian of each"),
      .init("dyad documents list --json", "the same for programs"),
    ], options: [.timeZone])

  private let zone: TimeZoneRules
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    zone = try ZoneChoice.zone(arguments)
    isJSON = arguments.has(.json)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let entries = try await StoredDocuments(data: try await session.open(.isAnError)).entries()
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      for entry in entries { try output.writeLine(Self.json(entry)) }
    } else {
      let isForPeople = Descriptor.standardOutput.isTerminal
      var table = Table([
        .init("DATE", isWhole: true), .init("TITLE"), .init("PATIENT"), .init("CUSTODIAN"),
        .init("UUID", isWhole: true),
      ])
      for entry in entries {
        table.append([
          LocalDateText(zone: zone).day(of: entry.start), entry.document.title,
          entry.document.patientName, entry.document.custodianName,
          isForPeople ? UUIDWord.short(entry.uuid) : entry.uuid.description,
        ])
      }
      try table.write(to: &output)
    }
    try output.flush()
    if entries.isEmpty, !isJSON {
      Messages.note("there are no documents; 'dyad documents import FILE' keeps one")
    }
    return .success
  }

  private static func json(_ entry: StoredDocuments.Entry) -> JSONValue {
    let start = InstantJSON.value(of: entry.start)
    return .object([
      .init("uuid", .string(entry.uuid.description)), .init("start", start),
      .init("end", entry.end == entry.start ? start : InstantJSON.value(of: entry.end)),
      .init("title", .string(entry.document.title)),
      .init("patient", .string(entry.document.patientName)),
      .init("author", .string(entry.document.authorName)),
      .init("custodian", .string(entry.document.custodianName)),
      .init("bytes", .integer(entry.document.byteCount)),
    ])
  }
}
