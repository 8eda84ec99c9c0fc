internal import ArchiveCore
internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthExchange
internal import HealthModel
internal import LocalStore
internal import PairingCommands
internal import StoreAccess
internal import SystemCore
internal import TextFormats

/// `dyad import`: takes an export of Apple Health.
struct ImportCommand: Subcommand {
  static let command = Command(
    "import",
    summary: "Import exports of Apple Health and Android, FHIR, recorded workouts, tables",
    discussion: """
      PATH is the zip that the Health app makes, its folder, or the file in it that begins with \
      HealthData, whatever language named it. It is read as a stream, and what is damaged is skipped: \
      --report has its line and the reason.

      PATH may also be a GPX, TCX or FIT file of a workout that a watch, a bicycle computer or an app \
      recorded, or a folder or zip with any number of them. Each becomes a workout with its route, \
      heart rates, distances and power. A database that Gadgetbridge or Android's Health Connect \
      exported gives the steps, heart rates, sleep and workouts of bands, watches and phones; so does the \
      JSON of the app Health Auto Export.

      A bundle or a list of resources of FHIR R4 gives what its observations tell, by LOINC and UCUM or as \
      'dyad export' wrote them; what has no type here, and diagnoses, vaccinations and the like, become \
      clinical records. A store is of one person: what is about another one is told and left out. Of the forms \
      that 'dyad export' writes, the zip, the database and the bundle are read.

      A table as CSV needs --columns FILE, which says what its columns are, a line each: 'date = Date, Time' \
      names columns, 'format : dd.MM.yyyy HH:mm' says the same for all rows, 'bodyMass [kg] = Weight' is a \
      type. Further names: start, end, type, value, unit, source, device, zone, separator, decimal.

      What is there already is recognised by type, source, dates and value, whatever units or language the \
      export has. So the same export, or a later one, may be imported again: only what is new is saved. \
      Whatever ends it, importing the same again goes on. What was deleted here since stays deleted, unless \
      --bring-back asks for it.

      Records of all types that 'dyad types --all' lists are taken, with their metadata, source and device; \
      correlations, and workouts with their events, legs, totals and routes; electrocardiograms, and the \
      beats behind variabilities; audiograms, prescriptions and clinical records; what was reached on days, \
      which 'dyad rings' shows. Records of other types are kept as they are.

      With --mirror, what earlier imports brought of the sources of an export of Apple Health, and it does not \
      have any more, is deleted here as it was on the phone, after asking; what was measured since it was made stays.

      With --watch, PATH is a folder: each file in it is imported, and each that comes, until it is ended. \
      What cannot be imported is told and passed over. Nobody else is kept from the store meanwhile.

      A file that is cut gives what comes before, and exit code 7.
      """,
    examples: [
      .init("dyad import export.zip", "import all of it"),
      .init("dyad import ride.fit", "a workout that a bicycle computer recorded"),
      .init("dyad import patient.json", "what a clinic or an app tells as FHIR"),
      .init("dyad import --columns scale.map weights.csv", "a table, as scale.map says"),
      .init("dyad import --dry-run --report report.json export.zip", "see what it would do"),
      .init("dyad import --watch ~/Sync/Health", "whatever comes into a folder"),
      .init("dyad import --mirror export.zip", "delete what was deleted on the phone"),
      .init("dyad import --profile export.zip", "take birth date, sex and blood type, too"),
    ],
    options: [
      .columnMap, .tableZone, .watchFolder, .dryImport, .reportFile, .takeProfile, .bringBack,
      .mirrorExport, PairOptions.yes,
    ],
    arguments: [.export])

  private var path: String
  private let watches: Bool
  private let isDryRun: Bool
  private let takesProfile: Bool
  private let bringsBack: Bool
  private let mirrors: Bool
  private let isConfirmed: Bool
  private let reportPath: String?
  private let mapPath: String?
  private let zone: TimeZoneRules
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = arguments.value(.export) ?? ""
    watches = arguments.has(.watchFolder)
    isDryRun = arguments.has(.dryImport)
    takesProfile = arguments.has(.takeProfile)
    bringsBack = arguments.has(.bringBack)
    mirrors = arguments.has(.mirrorExport)
    isConfirmed = arguments.has(PairOptions.yes)
    guard !mirrors || !watches || isConfirmed else {
      throw arguments.unusable(.mirrorExport, "with --watch nobody is asked, unless --yes says so")
    }
    reportPath = arguments.value(.reportFile)
    isJSON = arguments.has(.json)
    mapPath = arguments.value(.columnMap)
    zone = try ZoneChoice.zone(arguments)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    ProcessMemory.shareHeap()
    if watches { try await watch(session) }
    return try await importPath(session)
  }

  /// Imports the files of a folder, and each that comes, until the process is ended.
  private func watch(_ session: StoreSession) async throws -> Never {
    let isFolder = try FileSystem.isFolder(path)
    guard isFolder == true else {
      throw ProgramFailure(
        isFolder == nil ? .notFound : .usage,
        "cannot watch \(TerminalText.clean(path)): it is \(isFolder == nil ? "not there" : "no folder")",
        advice: isFolder == nil ? nil : "Without --watch a file is imported once.")
    }
    // Watching begins before the first look, so that nothing falls in between.
    let folder = try FolderWatch(path)
    var news = FolderWatch.News.everything
    while true {
      let names: [String]
      switch news {
      case .everything: names = try FileSystem.names(in: path)
      case .files(let told): names = told
      }
      for name in names { try await importFile(name, session) }
      news = try await WorkThread.value("dyad.watch") { try folder.next() }
    }
  }

  /// Imports a file of the folder that is watched, and tells why where that cannot be.
  private func importFile(_ name: String, _ session: StoreSession) async throws {
    var one = self
    one.path = "\(path)/\(name)"
    // A hidden file is still being written, or belongs to the program that synchronises the folder.
    guard !name.hasPrefix("."), try FileSystem.isPlainFile(one.path) == true else { return }
    Messages.note("importing \(TerminalText.clean(name))")
    do {
      _ = try await one.importPath(session)
    } catch {
      Messages.report(ProgramFailure(error))
    }
    // Others may use the store until the next one comes.
    session.beforeEnding {}
    try await session.close()
  }

  private func importPath(_ session: StoreSession) async throws -> ExitCode {
    guard try FileSystem.exists(path) else {
      throw ProgramFailure(.notFound, "cannot open \(path): there is no such file or folder")
    }
    let map = try columnMap()
    guard !mirrors || isDryRun || isConfirmed || Console.standard.isInputTerminal else {
      throw ProgramFailure(
        .usage, "cannot ask whether to delete what is gone: there is no terminal",
        advice: "Say --yes to delete it without a question, or --dry-run to see what it is.")
    }
    let data = try await open(session)
    var entropy = Entropy()
    let turns = ImportTurns(isDryRun: isDryRun)
    let archived = try map == nil ? archivedDatabase() : nil
    let unpacked = archived?.path
    session.beforeEnding {
      await turns.interrupt()
      Self.remove(unpacked)
    }
    defer { Self.remove(unpacked) }
    try unpack(archived)
    let path = unpacked ?? path
    let uuids = UUIDSequence(using: &entropy)
    let noted = isDryRun ? nil : NotedImport(of: self.path, naming: uuids, in: data)
    var summary: ImportSummary
    let importer: any FormImporter
    do {
      let verb = isDryRun ? "Reading" : "Importing"
      let form = try ImportForm(of: path, columns: map)
      try checkMirror(of: form)
      try await noted?.begin()
      (summary, importer) = try await Progress.show(verb, of: form.things) { shown in
        let options = Importer.Options(
          isDryRun: isDryRun, bringsBack: bringsBack,
          readsAgain: takesProfile || mirrors || reportPath != nil)
        var importer = try await form.open(path, into: data, uuids: uuids, by: zone, options)
        let summary = try await importer.run { progress in
          shown.tell(progress.count, share: progress.share)
          return await turns.begin(progress.summary)
        }
        return (summary, importer)
      }
      await turns.end()
    } catch {
      await turns.end()
      let summary = await turns.summary
      await noted?.breakOff(summary)
      throw failure(error, summary)
    }
    try await noted?.end(summary)
    if mirrors, let importer = importer as? Importer, summary.ending == nil {
      do {
        try await removeGone(importer.goneSamples(), from: data, &summary)
      } catch {
        throw failure(error, summary)
      }
    }
    if takesProfile, !isDryRun {
      for characteristic in summary.profile { try await data.setCharacteristic(characteristic) }
    }
    return try tell(summary, isDryRun ? [] : await totals(of: summary, in: data))
  }

  /// What the export tells beside what is here, where it tells of something.
  private func totals(
    of summary: ImportSummary, in data: any OwnerAccess
  ) async throws -> [ToldTotal] {
    // Summaries are a phone's own, by its clocks.
    let days =
      summary.types[.activitySummary] == nil ? [] : try await ToldTotal.all(in: data, by: zone)
    return try await days + ToldTotal.ofWorkouts(summary.workoutSums, in: data)
  }

  private func checkMirror(of form: ImportForm) throws {
    if case .apple = form { return }
    guard !mirrors else {
      throw ExportError(
        "only an export of Apple Health has all that there is, so that what is gone can be told",
        advice: "Import it without --mirror.")
    }
  }

  /// Deletes what the export does not have any more, after asking.
  private func removeGone(
    _ gone: GoneSamples, from data: any OwnerAccess, _ summary: inout ImportSummary
  ) async throws {
    let counts = gone.uuids.mapValues(\.count).sorted { $0.key.name < $1.key.name }
    for (type, count) in counts { summary.types[type, default: .init()].gone = count }
    if !gone.unsure.isEmpty {
      let names = gone.unsure.map(\.name).sorted().joined(separator: ", ")
      Messages.note("not all of the export's \(names) could be read: what is gone of them stays")
    }
    guard gone.count > 0, !isDryRun else { return }
    if !isConfirmed {
      Console.standard.writeErrorLines(counts.map { "  \($0.key.name): \($0.value)" })
      let question =
        "Delete \(counted(gone.count, "sample")) that the export does not have any more, here and on "
        + "the paired device?"
      guard try await Questions(Console.standard).confirm(question) else { return }
    }
    summary.removed = try await gone.delete(from: data)
  }

  /// The database that is in the archive of an app; `nil` where the path is no such archive.
  private func archivedDatabase() throws -> ArchivedDatabase? {
    do {
      return try ArchivedDatabase.found(
        in: path, unpackingInto: CurrentProcess.environment("TMPDIR") ?? "/tmp")
    } catch let error as ZipError {
      throw failure(error, nil)
    }
  }

  private func unpack(_ database: ArchivedDatabase?) throws {
    do { try database?.unpack() } catch { throw failure(error, nil) }
  }

  private static func remove(_ unpacked: String?) {
    do {
      if let unpacked { try ArchivedDatabase.remove(unpacked) }
    } catch {
      Messages.report(ProgramFailure(error))
    }
  }

  /// What the columns of a table are; `nil` where the path is none.
  private func columnMap() throws -> ColumnMap? {
    guard let mapPath else {
      guard try FileSystem.isPlainFile(path) == true, try CSVImporter.takes(path) else {
        return nil
      }
      let columns = CSVImporter.shown(try CSVImporter.columns(of: path).map(TerminalText.clean))
      throw ProgramFailure(
        .usage, "cannot import \(TerminalText.clean(path)): nothing says what its columns are",
        advice: """
          They are \(columns). Write what they are into a file, as 'dyad help import' \
          says, and give that with --columns.
          """)
    }
    let bytes = try FileSystem.readFile(mapPath, atMost: ColumnMap.mostBytes)
    do throws(ExportError) {
      return try ColumnMap(
        String(decoding: bytes, as: UTF8.self), zone: zone,
        in: ZoneChoice.folder(CurrentProcess.environment))
    } catch {
      throw ProgramFailure(
        .usage, "cannot use \(TerminalText.clean(mapPath)): \(error.detail)", advice: error.advice)
    }
  }

  /// The store; for a dry run without one, an empty one that goes with the process.
  private func open(_ session: StoreSession) async throws -> any OwnerAccess {
    guard isDryRun else { return try await session.open(.isMade) }
    do {
      return try await session.open(.isAnError)
    } catch let failure as ProgramFailure where failure.exitCode == .notFound {
      return EmbeddedAccess(OwnerSession(try await LocalStore.openInMemory()))
    }
  }

  private func failure(_ error: any Error, _ summary: ImportSummary?) -> ProgramFailure {
    let name = TerminalText.clean(path)
    switch error {
    case let error as ExportError:
      return ProgramFailure(
        .invalidInput, "cannot import \(name): \(error.detail)", advice: error.advice)
    case let error as ZipError:
      return ProgramFailure(
        .invalidInput, "cannot import \(name): \(error.detail)",
        advice: "Export it again on the phone, or unpack what is left of it and import that.")
    default:
      var failure = ProgramFailure(error)
      if let summary, summary.total.saved > 0, !isDryRun {
        let rest =
          "\(ImportText.saved(summary)). Import the same again to go on: what is there is left out."
        failure.advice = [failure.advice, rest].compactMap(\.self).joined(separator: " ")
      }
      return failure
    }
  }

  private func tell(_ summary: ImportSummary, _ totals: [ToldTotal]) throws -> ExitCode {
    let report = ImportReport.json(summary, totals, isDryRun: isDryRun)
    if let reportPath { try FileSystem.replaceFile(reportPath, Array((report.text + "\n").utf8)) }
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try output.writeLine(report)
    } else {
      if summary.taken == nil, !summary.types.isEmpty {
        try ImportText.table(summary).write(to: &output)
      }
      for line in ImportText.lines(summary, isDryRun: isDryRun) { try output.writeLine(line) }
      for subject in ToldTotal.Subject.allCases
      where totals.contains(where: { $0.subject == subject }) {
        try ImportText.table(totals, of: subject).write(to: &output)
      }
    }
    try output.flush()
    if !isJSON, !takesProfile || isDryRun, !summary.profile.isEmpty {
      Messages.note(
        "the export tells of its owner; 'dyad import --profile' takes that, or these do:")
      Console.standard.writeErrorLines(ImportText.profile(summary).map { "  \($0)" })
    }
    if !isJSON, summary.taken != nil || summary.total.deleted > 0 {
      Messages.note("what was deleted here stays deleted; --bring-back saves it again")
    }
    if summary.lossCount > 0 {
      let advice = reportPath.map { "\($0) has the lines" } ?? "--report FILE lists the lines"
      Messages.note("\(counted(summary.lossCount, "record")) could not be taken; \(advice)")
    }
    if let ending = summary.ending {
      Messages.report(
        ProgramFailure(
          .invalidInput, "cannot read all of \(TerminalText.clean(path)): \(ending)",
          advice: isDryRun ? nil : "What could be read is saved."))
      return .invalidInput
    }
    return .success
  }
}

extension Option {
  static let columnMap = Option(
    "columns", value: "FILE", help: "Read PATH as a table, whose columns are what FILE says",
    completion: .file)
  static let tableZone = Option(
    "tz", value: "ZONE",
    help: "Take dates without an offset by the clocks of ZONE, not the machine's",
    completion: .asked(ZoneChoice.word))
  static let watchFolder = Option(
    "watch", help: "Import what is in a folder, and whatever comes into it, until it is ended")
  static let dryImport = Option("dry-run", help: "Read all of it, and save nothing")
  static let reportFile = Option(
    "report", value: "FILE", help: "Write what became of everything to a file, as JSON",
    completion: .file)
  static let mirrorExport = Option(
    "mirror", help: "Delete what came from an export before and this one does not have any more")
  static let bringBack = Option(
    "bring-back", help: "Save again what came from an import before and was deleted here")
  static let takeProfile = Option(
    "profile", help: "Take what the export says of its owner: birth date, sex, blood and skin type")
}

extension Argument {
  static let export = Argument(
    "PATH", help: "The export: a zip, its folder, a file; recorded workouts; a table",
    completion: .file)
}
