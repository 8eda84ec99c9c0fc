internal import CommandLineCore
internal import HealthModel
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

      A category has a value such as "asleep" or its number. A correlation has members, a list of \
      samples or of the type and uuid of stored ones. A workout has activity, duration, energy, \
      distance, strokes and events. A document (cda) has title, patient, author, custodian and file.

      Up to 4096 samples are saved at a time, all of them or none; what was saved before a line that \
      fails stays saved. A running daemon takes 4 MiB at a time, but a document of up to 64 MiB. 'dyad \
      query --json' prints lines that this command reads.
      """,
    examples: [
      .init("dyad save samples.jsonl", "save the lines of a file"),
      .init("dyad save --uuids", "save what comes in, and print the UUID of each sample"),
      .init("dyad save --sensor band.heart", "save what a sensor of this device measures"),
      .init("dyad save --keep-going a.jsonl b.jsonl", "save all lines that can be saved"),
    ], options: [.keepGoing, .printUUIDs, .sensor], arguments: [.files])

  private let files: [String]
  private let keepsGoing: Bool
  private let listsUUIDs: Bool
  private let sensor: Source?
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    files = arguments.values(.files)
    keepsGoing = arguments.has(.keepGoing)
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
        throw CommandFailure(.notFound, "cannot open \(file): there is no such file")
      }
    }
    let data = try await session.open(.isMade)
    var entropy = Entropy()
    let input = SampleInput(
      files, uuids: UUIDSequence(using: &entropy), keepsGoing: keepsGoing, sensor: sensor)
    var saver = Saver(data, keepsGoing: keepsGoing)
    var report = SaveReport(listsUUIDs: listsUUIDs, isJSON: isJSON)
    var unreadable = 0
    do {
      while let batch = try await input.next() {
        unreadable += batch.refusals.count
        for refusal in batch.refusals { Messages.report(CommandFailure(refusal)) }
        let result = try await saver.save(batch.group)
        for refusal in result.refusals { Messages.report(refusal) }
        try report.add(result.saved)
      }
    } catch {
      // What was saved before stays saved, so it is told in any case.
      try report.finish(saver, refused: saver.refusedCount + unreadable)
      throw error
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
  static let printUUIDs = Option("uuids", help: "Print the UUID of each sample that was saved")
}

extension Argument {
  static let files = Argument(
    "FILE", help: "A file of JSON lines; none, or -, is standard input", isRequired: false,
    isRepeatable: true, completion: .file)
}
