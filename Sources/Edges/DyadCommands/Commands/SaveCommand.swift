internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore

/// `dyad save`: reads samples as JSON lines and stores them.
struct SaveCommand: Subcommand {
  static let command = Command(
    "save", summary: "Save samples that are read as JSON, one on each line",
    discussion: """
      A quantity: {"type":"heartRate","value":61,"unit":"count/min","start":"2026-11-21T08:00:00Z"}. \
      Further fields are end (the start where it is left out), source with bundle, name and version, \
      device, metadata and uuid. Without a source a line is taken for typed by hand: its source is \
      dyad.manual, and HKWasUserEntered is true. With --sensor it is what a sensor of this device \
      measured: its source is dyad.sensor.NAME. Of sources that overlap what was typed counts first, \
      then sensors, then apps, until 'dyad sources order' says otherwise.

      Dates are ISO 8601 text, or numbers: seconds since 1970 in UTC. Values that cannot be, such as \
      negative steps, are refused, and improbable ones unless --force is given.

      A category has a value such as "asleep" or its number. A correlation has members, a list of \
      samples or of the type and uuid of stored ones. A workout has activity, duration, energy, \
      distance, strokes and events. A document (cda) has title, patient, author, custodian and file.

      A line that is stored already is left out and counted: one without a UUID where a sample of the \
      same type, dates, value, source, device and metadata is there, one with a UUID where that sample \
      is. So the same lines may be saved again, and whatever ended a save, saving the same again goes \
      on. --again saves lines without a UUID once more.

      All before a line that fails is saved. Samples become durable in groups of up to 4096. A running \
      daemon takes 4 MiB at a time, but a document of up to 64 MiB. 'dyad query --json' prints lines \
      that this command reads.
      """,
    examples: [
      .init("dyad save samples.jsonl", "save the lines of a file"),
      .init("dyad save --uuids", "save what comes in, and print the UUID of each sample"),
      .init("dyad save --sensor band.heart", "save what a sensor of this device measures"),
      .init("dyad save --keep-going a.jsonl b.jsonl", "save all lines that can be saved"),
    ], options: [.keepGoing, .again, .force, .printUUIDs, .sensor], arguments: [.files])

  /// A line in full that still fits into 80 columns.
  private static let example =
    #"{"type":"heartRate","value":61,"unit":"count/min","start":"2026-11-21T08:00Z"}"#

  private let files: [String]
  private let keepsGoing: Bool
  private let again: Bool
  private let isForced: Bool
  private let listsUUIDs: Bool
  private let sensor: Source?
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    files = arguments.values(.files)
    keepsGoing = arguments.has(.keepGoing)
    again = arguments.has(.again)
    isForced = arguments.has(.force)
    listsUUIDs = arguments.has(.printUUIDs)
    sensor = try arguments.value(.sensor).map { name in
      guard let source = SourceRank.sensor(name) else {
        throw arguments.unusable(
          .sensor, "a name is 1 to 64 letters, digits, dots, hyphens and underscores")
      }
      return source
    }
    isJSON = arguments.has(.json)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    for file in files where file != "-" {
      guard try FileSystem.exists(file) else {
        throw ProgramFailure(.notFound, "cannot open \(file): there is no such file")
      }
    }
    let data = try await session.open(.isMade)
    var entropy = Entropy()
    let input = SampleInput(
      files, uuids: UUIDSequence(using: &entropy), isPrompt: sensor != nil, keepsGoing: keepsGoing,
      isForced: isForced, sensor: sensor)
    let isTyped = Descriptor.standardInput.isTerminal && (files.isEmpty || files.contains("-"))
    if isTyped {
      Messages.note("Type a sample as one line of JSON, and Ctrl-D at the end:", Self.example)
    }
    let isShown = !isTyped && !(listsUUIDs && Descriptor.standardOutput.isTerminal)
    return try await Progress.show("Saving", of: "lines", isShown: isShown) {
      try await save(input, to: data, $0, session)
    }
  }

  private func save(
    _ input: SampleInput, to data: any OwnerAccess, _ shown: Progress, _ session: StoreSession
  ) async throws -> ExitCode {
    var saver = Saver(data, keepsGoing: keepsGoing, again: again)
    var report = SaveReport(listsUUIDs: listsUUIDs, isJSON: isJSON)
    let progress = SaveProgress(again: again)
    session.beforeEnding { await progress.interrupt() }
    var unreadable = 0
    var isLine = false
    do {
      while let batch = try await input.next() {
        guard await progress.begin() else { throw CancellationError() }
        unreadable += batch.refusals.count
        for refusal in batch.refusals { Messages.report(ProgramFailure(refusal)) }
        let result = try await saver.save(batch.group)
        for refusal in result.refusals { Messages.report(refusal) }
        try report.add(result.saved)
        shown.tell(saver.lineCount + saver.knownCount, share: await input.share)
        let last = result.failure == nil ? batch.group.entries.last : result.saved.last
        await progress.end(SaveReport.text(saver), upTo: last?.place)
        if let failure = result.failure {
          isLine = true
          throw failure
        }
      }
    } catch {
      // What was saved before stays saved, so it is told in any case.
      await progress.end(SaveReport.text(saver), upTo: nil)
      try report.finish(saver, refused: saver.refusedCount + unreadable)
      isLine = isLine || (error as? CommandLineError)?.code == .invalidInput
      throw await progress.failure(error, isLine: isLine)
    }
    try report.finish(saver, refused: saver.refusedCount + unreadable)
    return unreadable > 0 ? .invalidInput : saver.refusedCount > 0 ? .refused : .success
  }
}

extension Option {
  static let keepGoing = Option(
    "keep-going", short: "k", help: "Set aside lines that cannot be saved, and save the rest")
  static let sensor = Option(
    "sensor", value: "NAME", help: "The sensor of this device that measured what names no source")
  static let again = Option("again", help: "Save lines without a UUID that are stored once more")
  static let force = Option(
    "force", help: "Save improbable values, too, such as 900 heartbeats a minute")
  static let printUUIDs = Option("uuids", help: "Print the UUID of each sample that was saved")
}

extension Argument {
  static let files = Argument(
    "FILE", help: "A file of JSON lines; none, or -, is standard input", isRequired: false,
    isRepeatable: true, completion: .file)
}
