internal import ArchiveCore
internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthExchange
internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import StoreAccess
internal import SystemCore
internal import TextFormats

/// `dyad export`: writes samples to a file in a form that other programs read.
struct ExportCommand: Subcommand {
  static let command = Command(
    "export", summary: "Write samples to a file that other programs read",
    discussion: """
      FILE's ending says what is written, or --as does: apple (.zip or .xml) is the export of Apple Health, \
      which 'dyad import' and many other programs read; json (.jsonl) is what 'dyad query --json' prints and \
      'dyad save' reads; csv is a table for each type, in a .zip unless one type alone goes to a .csv; sqlite \
      (.db) is a database with a table for each type; fhir (.fhir.json) is a bundle of FHIR R4. GPX and FIT are \
      not written.

      Without a TYPE all types are exported; --from, --to, --source and --where choose as with 'dyad query'. \
      The file has its name once all of it is on the disk, and is readable for its owner alone.

      With --since, JSON lines tell what was saved and deleted since then, and last the anchor for the \
      next time: {"added":SAMPLE}, {"deleted":{"type":...,"uuid":...}} and {"anchor":...}.
      """,
    examples: [
      .init("dyad export health.zip", "everything, as Apple Health exports it"),
      .init("dyad export heart.csv heartRate --from -30d", "a month of heart rates as a table"),
      .init("dyad export health.db", "a database for SQL and Datasette"),
      .init("dyad export - --as json | gzip >health.jsonl.gz", "JSON lines into a pipe"),
      .init(
        "dyad export all.jsonl --since beginning", "all that ever happened, and where it stands"),
    ], options: SampleChoice.options + [.exportFormat, .since, .documents, .replaceFile],
    arguments: [.exportFile, .exportTypes])

  /// The file; `nil` for standard output.
  private let path: String?
  private let format: ExportFormat
  private let typeNames: [String]
  private let choice: SampleChoice
  private let since: Anchor?
  private let documents: String?
  private let replaces: Bool
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    let word = arguments.required(.exportFile)
    path = word == "-" ? nil : try arguments.absolutePath(.exportFile)
    typeNames = arguments.values(.exportTypes)
    choice = try SampleChoice(arguments)
    replaces = arguments.has(.replaceFile)
    isJSON = arguments.has(.json)
    since = try arguments.value(.since).map { text in
      if text == "beginning" { return .beginning }
      guard let anchor = Anchor(text: text) else {
        throw arguments.unusable(.since, "expected what an earlier run printed as its anchor")
      }
      return anchor
    }
    format = try Self.format(arguments, word, isOfChanges: since != nil)
    documents = arguments.value(.documents)
    guard documents == nil || format == .json else {
      throw arguments.unusable(.documents, "it needs --as json")
    }
    guard since == nil || choice.isEmpty && documents == nil else {
      throw arguments.unusable(.since, "it excludes conditions and --documents")
    }
    guard path != nil || format != .sqlite else {
      throw arguments.unusable(.exportFile, "a database cannot be written to a pipe")
    }
    guard format != .csv || typeNames.count == 1 || word.lowercased().hasSuffix(".zip") else {
      throw arguments.unusable(
        .exportFile, "a table has one type; several go to a .zip with --as csv")
    }
  }

  private static func format(
    _ arguments: ParsedArguments, _ path: String, isOfChanges: Bool
  ) throws -> ExportFormat {
    let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    if let word = arguments.value(.exportFormat) {
      guard let format = ExportFormat(rawValue: word) else {
        throw arguments.unusable(.exportFormat, "expected one of \(names)")
      }
      guard !isOfChanges || format == .json else {
        throw arguments.unusable(.since, "it needs --as json")
      }
      return format
    }
    if isOfChanges {
      guard (ExportFormat(path: path) ?? .json) == .json else {
        throw arguments.unusable(.since, "it needs a file that ends in .jsonl, or --as json")
      }
      return .json
    }
    guard let format = ExportFormat(path: path) else {
      throw ProgramFailure(
        .usage, "cannot tell what to write: the name of the file does not say it",
        advice: "Say it with --as: \(names).")
    }
    return format
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError, for: typeNames)
    let counts = try await data.counts()
    var types: [ObjectType] = []
    for name in typeNames { types.append(try await ObjectType(typed: name, in: data)) }
    if typeNames.isEmpty { types = counts.filter { $0.value > 0 }.map(\.key) }
    if let documents { try FileSystem.createFolder(Self.absolute(documents)) }
    let output = try open()
    if let partial = output.partialPath {
      session.beforeEnding {
        _ = try? FileSystem.removeFile(partial)
        Console.standard.writeErrorLines(["dyad: interrupted: nothing was exported"])
      }
    }
    if let since { return try await exportChanges(of: types, since: since, data, to: output) }
    var choices: [ObjectType: Predicate] = [:]
    for type in types {
      choices[type] =
        choice.isEmpty ? .constant(true) : try await choice.predicate(of: type, in: data).predicate
    }
    let total = choice.isEmpty ? types.reduce(0) { $0 + (counts[$1] ?? 0) } : nil
    do {
      let form = try await form(for: output, data)
      var exporter = Exporter(data, as: form.form, choices)
      try await Progress.show("Exporting", of: "samples") { progress in
        try await exporter.run { progress.tell($0, of: total) }
      }
      try form.finish()
      try output.finish()
      try tell(exporter)
      return .success
    } catch let error as SQLiteError where error.code == .full {
      // Nothing is written to the store here.
      throw ProgramFailure(
        .failure, "cannot write \(output.partialPath ?? "-"): the disk is full",
        advice: "Make room on the disk, and try again.")
    }
  }

  private func open() throws -> ExportOutput {
    do throws(SystemError) {
      return try ExportOutput(path, replaces: replaces)
    } catch {
      guard error.code == .alreadyExists else { throw error }
      throw ProgramFailure(
        .failure, "cannot write \(path ?? "-"): there is something already",
        advice: "Use another name, or --replace.")
    }
  }

  private static func absolute(_ folder: String) throws -> String {
    guard let path = CurrentProcess.absolutePath(folder) else {
      throw ProgramFailure(.failure, "cannot use --documents: the present folder is gone")
    }
    return path
  }

  /// What is written, and what ends the file around it.
  private func form(
    for output: ExportOutput, _ data: any OwnerAccess
  ) async throws -> (form: any ExportForm, finish: () throws -> Void) {
    let now = WallClock.system.now
    let isArchive = path?.lowercased().hasSuffix(".zip") ?? false
    switch format {
    case .apple:
      let archive = isArchive || path == nil ? ZipWriter(output.write) : nil
      try archive?.begin("apple_health_export/export.xml")
      let form = try AppleExportForm(
        at: now, offset: choice.zone.offset(at: now), profile: try await profile(data),
        beginFile: archive.map { archive in
          { try archive.beginNext("apple_health_export/\($0)") }
        }, archive?.write ?? output.write)
      return (form, { try archive?.close() })
    case .json:
      return (JSONForm(documents: try documents.map(Self.absolute), output.write), {})
    case .csv:
      guard isArchive else { return (CSVForm(beginning: { _ in }, output.write), {}) }
      let archive = ZipWriter(output.write)
      return (
        CSVForm(beginning: { try archive.beginNext("\($0).csv") }, archive.write),
        { try archive.close() }
      )
    case .sqlite: return (try SQLiteForm(output.partialPath ?? ""), {})
    case .fhir:
      var entropy = Entropy()
      let owner = SampleUUID(high: entropy.next(), low: entropy.next())
      return (
        FHIRForm(at: now, owner: owner, profile: try await profile(data), output.write), {}
      )
    }
  }

  /// What the owner says of themselves; nothing where only some types are wanted.
  private func profile(_ data: any OwnerAccess) async throws -> [Characteristic] {
    guard typeNames.isEmpty else { return [] }
    var profile: [Characteristic] = []
    for kind in Characteristic.Kind.allCases { profile.append(try await data.characteristic(kind)) }
    return profile
  }

  private func exportChanges(
    of types: [ObjectType], since: Anchor, _ data: any OwnerAccess, to output: ExportOutput
  ) async throws -> ExitCode {
    // What is gone altogether is told as well.
    var asked = Set(types)
    if typeNames.isEmpty {
      asked.formUnion(ObjectType.all.filter { $0.description?.isSample ?? false })
    }
    let form = JSONForm(documents: nil, output.write)
    var anchor = try StoreAnchor(since)
    var added = 0
    var deleted = 0
    var leftOut: [ObjectType: Int] = [:]
    try await Progress.show("Exporting", of: "changes") { progress in
      var hasMore = true
      while hasMore {
        let page = try await data.changes(StoreChangeQuery(asked.sorted(), since: anchor))
        for run in page.added {
          // Its bytes have no place, and 'dyad save' refuses a document without them.
          guard run.type.description?.kind != .document else {
            leftOut[run.type, default: 0] += run.count
            continue
          }
          for rows in Exporter.pieces(of: run) {
            let piece = run.slice(rows)
            var parts = ExportParts()
            parts.members = try await Exporter.members(of: piece, in: data)
            // Those have lines of their own, here or since an earlier anchor.
            parts.standing = Set(
              parts.members.values.filter { asked.contains($0.type) }.map(\.uuid))
            try form.write(piece, parts) { .object([.init("added", $0)]) }
          }
          added += run.count
        }
        for object in page.deleted {
          let fields: [JSONValue.Member] = [
            .init("type", .string(object.type.name)),
            .init("uuid", .string(object.uuid.description)),
          ]
          try form.write(.object([.init("deleted", .object(fields))]))
        }
        deleted += page.deleted.count
        progress.tell(added + deleted)
        anchor = page.anchor
        hasMore = page.hasMore
      }
    }
    let place = try anchor.place.description
    try form.write(.object([.init("anchor", .string(place))]))
    try form.finish()
    try output.finish()
    noteLeftOut(leftOut, because: "with --since")
    guard let path else { return .success }
    var report = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try report.writeLine(
        .object([
          .init("path", .string(path)), .init("added", .integer(Int64(added))),
          .init("deleted", .integer(Int64(deleted))), .init("anchor", .string(place)),
        ]))
    } else {
      try report.writeLine(
        "exported \(counted(added, "sample")) and \(counted(deleted, "deletion")) to \(TerminalText.clean(path))"
      )
      try report.writeLine("--since \(place) goes on from here")
    }
    try report.flush()
    return .success
  }

  private func tell(_ exporter: Exporter) throws {
    let count = exporter.written.values.reduce(0, +)
    if let path {
      var report = BufferedOutput(Descriptor.standardOutput)
      if isJSON {
        try report.writeLine(
          .object([
            .init("path", .string(path)), .init("form", .string(format.rawValue)),
            .init("samples", .integer(Int64(count))), .init("types", Self.json(exporter.written)),
            .init("leftOut", Self.json(exporter.leftOut)),
          ]))
      } else {
        try report.writeLine("exported \(counted(count, "sample")) to \(TerminalText.clean(path))")
      }
      try report.flush()
    }
    noteLeftOut(exporter.leftOut, because: format == .json ? "without --documents" : nil)
  }

  private func noteLeftOut(_ counts: [ObjectType: Int], because reason: String?) {
    for (type, count) in counts.sorted(by: { $0.key < $1.key }) {
      let ending = type.description?.kind == .document ? reason.map { " \($0)" } ?? "" : ""
      Messages.note(
        "left out \(counted(count, "sample")) of \(type.name), for which \(format.rawValue) has no place"
          + ending)
    }
  }

  private static func json(_ counts: [ObjectType: Int]) -> JSONValue {
    .object(
      counts.sorted { $0.key.name < $1.key.name }.map {
        .init($0.key.name, .integer(Int64($0.value)))
      })
  }
}
