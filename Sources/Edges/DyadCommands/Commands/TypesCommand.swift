internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import TextFormats

/// `dyad types`: the types that hold samples, or all there are.
struct TypesCommand: Subcommand {
  static let command = Command(
    "types", summary: "List the types that hold samples, with their count and dates",
    discussion: """
      With --all the whole catalogue is listed instead; no store is needed for that. A terminal shows the \
      unit that people use where LANG says, and anything else the one that values are kept in.
      """,
    examples: [
      .init("dyad types", "what the store holds"),
      .init("dyad types --all", "every type, with its kind, unit and aggregation"),
    ], options: [.allTypes])

  private let isCatalogue: Bool
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) {
    isCatalogue = arguments.has(.allTypes)
    isJSON = arguments.has(.json)
  }

  /// Whether a person reads what is printed.
  private var isForPeople: Bool { !isJSON && Descriptor.standardOutput.isTerminal }

  func run(_ session: StoreSession) async throws -> ExitCode {
    var output = BufferedOutput(Descriptor.standardOutput)
    if isCatalogue {
      try writeCatalogue(to: &output)
    } else {
      try await writeHoldings(of: session.open(.isAnError), to: &output)
    }
    try output.flush()
    return .success
  }

  private func writeHoldings(
    of data: any OwnerAccess, to output: inout BufferedOutput<Descriptor>
  ) async throws {
    var table = Table([
      .init("TYPE"), .init("SAMPLES", .right), .init("FIRST"), .init("LAST"),
    ])
    let local = isForPeople ? LocalDateText(zone: ZoneChoice.machine) : nil
    let date = { (instant: Double) in
      local?.moment(of: instant) ?? DateText(secondsSince2001: instant)?.text ?? ""
    }
    let held = try await data.counts().filter { $0.value > 0 }
    for (type, count) in held.sorted(by: { $0.key.name < $1.key.name }) {
      let first = try await edge(of: type, .init(.start), in: data)?.starts.first
      let last = try await edge(of: type, .init(.end, ascending: false), in: data)?.ends.first
      guard let first, let last else { continue }
      if isJSON {
        try output.writeLine(
          .object([
            .init("type", .string(type.name)), .init("samples", .integer(Int64(count))),
            .init("first", InstantJSON.value(of: first)),
            .init("last", InstantJSON.value(of: last)),
          ]))
      } else {
        table.append([
          type.name, String(count), date(first), date(last),
        ])
      }
    }
    guard !isJSON else { return }
    try table.write(to: &output)
    if held.isEmpty { Messages.note("there are no samples; 'dyad save' adds some") }
  }

  private func edge(
    of type: ObjectType, _ order: SortDescriptor, in data: any OwnerAccess
  ) async throws -> SampleRun? {
    try await data.samples(SampleQuery(type, order: [order], limit: 1)).all().first
  }

  private func writeCatalogue(to output: inout BufferedOutput<Descriptor>) throws {
    var table = Table([
      .init("TYPE"), .init("KIND"), .init("UNIT"), .init("AGGREGATION"), .init("IDENTIFIER"),
    ])
    for description in ObjectType.all.compactMap(\.description) where description.isSample {
      let unit =
        isForPeople
        ? description.readingUnit(in: .system)?.readableString
        : description.canonicalUnit?.unitString
      let aggregation = description.aggregation.map { "\($0)" }
      if isJSON {
        var members: [JSONValue.Member] = [
          .init("type", .string(description.name)), .init("kind", .string("\(description.kind)")),
          .init("identifier", .string(description.type.identifier)),
        ]
        if let unit { members.append(.init("unit", .string(unit))) }
        if let aggregation { members.append(.init("aggregation", .string(aggregation))) }
        if let names = NamedNumbers.values(of: description.type) {
          members.append(.init("values", .array(names.all.map(JSONValue.string))))
        }
        try output.writeLine(.object(members))
      } else {
        table.append([
          description.name, "\(description.kind)", unit ?? "", aggregation ?? "",
          description.type.identifier,
        ])
      }
    }
    if !isJSON { try table.write(to: &output) }
  }
}

extension Option {
  static let allTypes = Option("all", short: "a", help: "List every type there is")
}
