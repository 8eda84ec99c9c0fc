internal import ClinicalDocuments
internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TextFormats
internal import XMLCore

/// `dyad documents import`: checks documents, and keeps those that are ones.
struct DocumentsImportCommand: Subcommand {
  static let paths = Argument(
    "PATH", help: "Files, or folders with files whose names end in .xml", isRepeatable: true,
    completion: .file)
  static let keepGoing = Option(
    "keep-going", short: "k", help: "Leave out what is no document, instead of ending there")

  static let command = Command(
    "import", summary: "Check documents and keep them",
    discussion: """
      A document has to be well-formed XML, with one ClinicalDocument whose header has what the standard \
      requires; errors name the line. Title, patient, author, custodian and date are taken from it. One that \
      is there already is left out, so that the same folder may be imported again.
      """,
    examples: [
      .init("dyad documents import visit.xml", "check a document and keep it"),
      .init("dyad documents import --keep-going Downloads", "keep all that are in a folder"),
    ], options: [keepGoing], arguments: [paths])

  /// As many bytes of documents as are saved together, but for the last one.
  private static let mostGroupBytes = 2 << 20

  private let paths: [String]
  private let keepsGoing: Bool
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    paths = arguments.values(Self.paths)
    keepsGoing = arguments.has(Self.keepGoing)
    isJSON = arguments.has(.json)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let files = try files()
    let data = try await session.open(.isMade)
    var entropy = Entropy()
    let uuids = UUIDSequence(using: &entropy)
    var note = ImportNote(
      id: 0, name: files.count == 1 ? files[0] : counted(files.count, "document"), uuids: uuids.key)
    note.id = try await data.note(note)
    var saver = Saver(data, keepsGoing: keepsGoing, again: false)
    var refused = 0
    try await Progress.show("Importing", of: "documents") { progress in
      var next: Batch? = await Self.batch(files[...], uuids)
      while let batch = next {
        try Task.checkCancellation()
        // The next ones are read while these are saved.
        async let following = batch.isLast(keepsGoing) ? nil : Self.batch(batch.rest, batch.uuids)
        let result = try await saver.save(batch.group)
        for failure in result.refusals { Messages.report(failure) }
        refused += result.refusals.count
        if let failure = result.failure { throw failure }
        if let failure = batch.failure {
          guard keepsGoing else { throw failure }
          refused += 1
          Messages.report(failure)
        }
        progress.tell(files.count - batch.rest.count, of: files.count)
        next = await following
      }
    }
    note.samples = saver.sampleCount
    _ = try await data.note(note)
    var output = BufferedOutput(Descriptor.standardOutput)
    if isJSON {
      try output.writeLine(
        .object([
          .init("saved", .integer(Int64(saver.sampleCount))),
          .init("known", .integer(Int64(saver.knownCount))),
          .init("refused", .integer(Int64(refused))),
        ]))
    } else {
      let known = saver.knownCount > 0 ? ", \(saver.knownCount) there already" : ""
      let left = refused > 0 ? ", \(refused) left out" : ""
      try output.writeLine("\(counted(saver.sampleCount, "document")) saved\(known)\(left)")
    }
    try output.flush()
    return refused > 0 ? .invalidInput : .success
  }

  /// What to read: a folder stands for its files whose names say that they are XML.
  private func files() throws -> [String] {
    var files: [String] = []
    for path in paths {
      switch try FileSystem.isFolder(path) {
      case nil:
        throw ProgramFailure(.notFound, "cannot open \(path): there is no such file or folder")
      case false?: files.append(path)
      case true?:
        let names = try FileSystem.names(in: path).filter { $0.lowercased().hasSuffix(".xml") }
        guard !names.isEmpty else {
          throw ProgramFailure(
            .notFound, "cannot import \(path): no file in it ends in .xml",
            advice: "Name the files themselves.")
        }
        files += names.map { "\(path)/\($0)" }
      }
    }
    return files
  }

  /// Documents that were read to be saved together.
  private struct Batch: Sendable {
    var group = SaveGroup()
    /// Why the file after them is no document.
    var failure: ProgramFailure?
    /// The files that were not read yet.
    var rest: ArraySlice<String>
    var uuids: UUIDSequence

    func isLast(_ keepsGoing: Bool) -> Bool { rest.isEmpty || failure != nil && !keepsGoing }
  }

  /// Reads files until there is enough to be saved together, or one is no document.
  private static func batch(_ files: ArraySlice<String>, _ uuids: UUIDSequence) async -> Batch {
    var batch = Batch(rest: files, uuids: uuids)
    while batch.group.documentBytes < mostGroupBytes, let file = batch.rest.first {
      do throws(ProgramFailure) {
        let entry = try entry(file, &batch.uuids)
        batch.rest.removeFirst()
        batch.group.add(entry)
      } catch {
        batch.rest.removeFirst()
        batch.failure = error
        break
      }
    }
    return batch
  }

  private static func entry(
    _ file: String, _ uuids: inout UUIDSequence
  ) throws(ProgramFailure) -> SaveEntry {
    let name = TerminalText.clean(file)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readFile(file, atMost: StoreBounds.documentBytes)
    } catch {
      throw ProgramFailure(.invalidInput, "cannot import \(name): \(error.detail)")
    }
    do throws(MarkupError) {
      var entry = SaveEntry(place: name)
      let sample = try sample(bytes, uuids.take(for: .cda))
      entry.samples = [sample]
      entry.documents = [sample.uuid: bytes]
      return entry
    } catch {
      throw ProgramFailure(
        .invalidInput, "cannot import \(name), line \(error.line): \(error.detail)")
    }
  }

  private static func sample(
    _ bytes: [UInt8], _ uuid: SampleUUID
  ) throws(MarkupError) -> Sample {
    let document = try ClinicalDocument(checkingToSave: bytes)
    guard let start = document.effective?.start else {
      throw MarkupError(
        line: 1,
        detail: "neither its <effectiveTime> nor the <time> of its <author> says when it was made")
    }
    return Sample(
      uuid: uuid, type: .cda, start: start, end: start,
      value: .object(.document(Document(document, byteCount: bytes.count))), source: .unsaid)
  }
}
