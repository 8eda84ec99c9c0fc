internal import CommandLineCore
internal import HealthModel
internal import SystemCore
internal import TextFormats

/// Reads lines and makes groups of them, on a thread of its own that may wait for input.
actor SampleInput {
  /// What came in, and what could not be read of it.
  struct Batch: Sendable {
    var group = SaveGroup()
    var refusals: [CommandLineError] = []

    var isEmpty: Bool { group.isEmpty && refusals.isEmpty }
  }

  /// As many refusals as one batch carries, so that a file of something else fills no memory.
  private static let mostRefusals = 256
  /// For so many milliseconds what came waits for more to come.
  private static let longestPause: Int32 = 200
  /// And for so long where more does come, but slowly.
  private static let longestGathering = Duration.seconds(1)

  private let executor = ThreadExecutor(label: "dyad.input")
  private var files: ArraySlice<String>
  private let isPrompt: Bool
  private let keepsGoing: Bool
  private let isSingle: Bool
  private let now: @Sendable () -> ContinuousClock.Instant
  private var reader: SampleReader
  private var lines: JSONLineReader<InputSource>?
  private var source: InputSource?
  private var fileName: String?
  /// Whether a line of the present file was read.
  private var isBegun = false
  private let byteCount: Int?
  /// How much was read of the files before this one.
  private var passedByteCount = 0
  private var held: SaveEntry?
  /// Why there is no line after those that were handed out.
  private var heldError: (any Error)?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  /// Reads `files` one after the other; `-` and no files at all are standard input.
  ///
  /// - Parameters:
  ///   - files: Their paths.
  ///   - uuids: Names for samples that have none.
  ///   - isPrompt: Whether a group ends where more input would have to be waited for, however short.
  ///   - keepsGoing: Whether lines that cannot be read are set aside instead of ending it all.
  ///   - isForced: Whether improbable values are saved.
  ///   - sensor: What measured where lines name no source; nothing where somebody typed them.
  ///   - now: The time.
  init(
    _ files: [String], uuids: UUIDSequence, isPrompt: Bool = false, keepsGoing: Bool = false,
    isForced: Bool = false, sensor: Source? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.files = files.isEmpty ? ["-"] : files[...]
    byteCount = InputSource.byteCount(of: files.isEmpty ? ["-"] : files)
    self.isPrompt = isPrompt
    self.keepsGoing = keepsGoing
    self.now = now
    isSingle = files.count < 2
    reader =
      sensor.map {
        SampleReader(uuids: uuids, isForced: isForced, source: SourceRevision(source: $0))
      } ?? SampleReader(uuids: uuids, marksEntries: true, isForced: isForced)
  }

  /// How much of the files was read; `nil` where nobody can tell.
  var share: Double? {
    guard let byteCount, byteCount > 0 else { return nil }
    return Double(passedByteCount + (source?.position ?? 0)) / Double(byteCount)
  }

  /// The next lines; `nil` at the end of the last file.
  func next() throws -> Batch? {
    if let heldError { throw heldError }
    var batch = Batch()
    var begin: ContinuousClock.Instant?
    if let held {
      batch.group.add(held)
      self.held = nil
    }
    while batch.refusals.count < Self.mostRefusals {
      do throws(CommandLineError) {
        if !batch.isEmpty {
          let began = begin ?? now()
          begin = began
          guard try comesSoon(for: began) else { return batch }
        }
        guard let entry = try nextEntry() else {
          return batch.isEmpty ? nil : batch
        }
        guard batch.group.hasRoom(for: entry) else {
          held = entry
          return batch
        }
        batch.group.add(entry)
      } catch {
        guard keepsGoing, error.code == .invalidInput else {
          // What stands before it is saved first.
          guard !batch.isEmpty else { throw error }
          heldError = error
          return batch
        }
        batch.refusals.append(error)
      }
    }
    return batch
  }

  /// Whether a line is here, or comes before what came earlier has waited for too long.
  private func comesSoon(for began: ContinuousClock.Instant) throws(CommandLineError) -> Bool {
    while lines?.isLineDecided == false {
      guard began.duration(to: now()) < Self.longestGathering,
        source?.isPausing(for: isPrompt ? 0 : Self.longestPause) == false
      else { return false }
      // Half a line may be all that came, and what follows it another matter.
      try lines?.fetch()
    }
    return true
  }

  private func nextEntry() throws(CommandLineError) -> SaveEntry? {
    while true {
      if lines == nil {
        guard let file = files.popFirst() else { return nil }
        fileName = isSingle ? nil : file == "-" ? "standard input" : TerminalText.clean(file)
        let source: InputSource =
          file == "-" ? .standardInput(StandardInput()) : .file(try FileSource(path: file))
        self.source = source
        isBegun = false
        lines = JSONLineReader(source)
      }
      do throws(CommandLineError) {
        if let value = try lines?.nextValue() {
          try refuseOther(value)
          isBegun = true
          return try reader.entry(from: value, at: place)
        }
      } catch {
        if !isBegun, let foreign { throw passOver(foreign) }
        // What the lines say of themselves names no file.
        guard error.operation == "read line \(lines?.lineNumber ?? 0)" else { throw error }
        throw CommandLineError(
          error.code, operation: "read \(place)", detail: error.detail,
          advice: error.advice ?? "Write one JSON object on each line.")
      }
      passedByteCount += source?.position ?? 0
      source = nil
      lines = nil
    }
  }

  /// What the present file is, where it begins as nothing of lines does.
  private var foreign: ForeignInput? { source.flatMap { ForeignInput($0.beginning) } }

  /// Refuses a list that stands in one line: what its lines say is told as a whole.
  private func refuseOther(_ value: JSONValue) throws(CommandLineError) {
    guard !isBegun, case .array = value else { return }
    throw CommandLineError(.invalidInput, operation: "read \(place)", detail: "it is a list")
  }

  /// The refusal of a whole file, after which the next one is read.
  private func passOver(_ foreign: ForeignInput) -> CommandLineError {
    let name = fileName ?? "what is to be saved"
    lines = nil
    passedByteCount += source?.position ?? 0
    source = nil
    return CommandLineError(
      .invalidInput, operation: "read \(name)", detail: "it is \(foreign.name)",
      advice: foreign.advice)
  }

  private var place: String {
    let line = "line \(lines?.lineNumber ?? 0)"
    return fileName.map { "\(line) of \($0)" } ?? line
  }
}
