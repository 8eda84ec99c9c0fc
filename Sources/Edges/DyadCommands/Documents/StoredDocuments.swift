internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess

/// The clinical documents of a store, in the order of their dates.
struct StoredDocuments {
  /// One of them, without its bytes.
  struct Entry {
    var uuid: SampleUUID
    var start: Double
    var end: Double
    var document: Document
  }

  let data: any OwnerAccess

  /// All of them, the oldest first.
  func entries() async throws -> [Entry] {
    var entries: [Entry] = []
    let query = SampleQuery(.cda, where: .constant(true), order: [SortDescriptor(.start)])
    for try await run in try await data.samples(query) {
      guard case .objects(let bodies) = run.payload else { continue }
      for (row, body) in bodies.enumerated() {
        guard case .document(let document) = body else { continue }
        entries.append(
          Entry(
            uuid: run.uuids[row], start: run.starts[row], end: run.ends[row], document: document)
        )
      }
    }
    return entries
  }

  /// The one that a word means.
  func entry(_ arguments: ParsedArguments) async throws -> Entry {
    let text = arguments.required(DocumentsCommands.which)
    guard let word = UUIDWord(text) else {
      throw ProgramFailure(
        .usage, "cannot find the document: '\(text)' is no UUID",
        advice: "'dyad documents list' shows them; the short form 490E..00000000002A will do.")
    }
    let found = try await entries().filter { word.means($0.uuid) }
    guard found.count < 2 else {
      throw ProgramFailure(.usage, "cannot find the document: \(text) means \(found.count) of them")
    }
    guard let entry = found.first else {
      throw ProgramFailure(
        .notFound, "cannot find the document: there is none with the UUID \(text)",
        advice: "'dyad documents list' shows those that are there.")
    }
    return entry
  }
}
