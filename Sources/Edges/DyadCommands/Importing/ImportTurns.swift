internal import CommandSupport
internal import HealthExchange
internal import HealthModel
internal import StoreAccess

/// Which part of an import is being saved: a signal that ends the import waits until it is.
actor ImportTurns {
  private let isDryRun: Bool
  /// What became of what was read so far.
  private(set) var summary: ImportSummary?
  private var isSaving = false
  private var isOver = false
  private var waiting: CheckedContinuation<Void, Never>?

  init(isDryRun: Bool) {
    self.isDryRun = isDryRun
  }

  /// Notes that all before is saved, and begins with the next part; not where a signal came.
  func begin(_ summary: ImportSummary) -> Bool {
    self.summary = summary
    isSaving = !isOver
    if isOver { release() }
    return !isOver
  }

  /// Notes that nothing more is saved.
  func end() {
    isSaving = false
    release()
  }

  /// Lets no further part begin, waits for the one that is being saved, and tells how far it came.
  func interrupt() async {
    isOver = true
    if isSaving { await withCheckedContinuation { waiting = $0 } }
    let saved = isDryRun ? "nothing was saved" : summary.map(ImportText.saved) ?? "saved 0 samples"
    let advice = "  Import the same again to go on: what is there is left out."
    Console.standard.writeErrorLines(["dyad: interrupted: \(saved)"] + (isDryRun ? [] : [advice]))
  }

  private func release() {
    waiting?.resume()
    waiting = nil
  }
}

/// An import that is noted in the store, so that it can be taken back.
actor NotedImport {
  private let data: any OwnerAccess
  private var note: ImportNote

  init(of path: String, naming uuids: UUIDSequence, in data: any OwnerAccess) {
    self.data = data
    note = ImportNote(id: 0, name: String(path.split(separator: "/").last ?? "/"), uuids: uuids.key)
  }

  func begin() async throws { note.id = try await data.note(note) }

  /// Notes how it ended; one that saved nothing is forgotten.
  func end(_ summary: ImportSummary) async throws {
    (note.samples, note.sum) = (summary.total.saved, summary.noted)
    _ = try await data.note(note)
  }

  /// The same of one that failed; the first error is the one to tell.
  func breakOff(_ summary: ImportSummary?) async {
    // Some of the part under way may be saved: as it is, the note says that it was broken off.
    guard note.id != 0, summary?.total.saved != 0 else { return }
    try? await end(summary ?? ImportSummary())
  }
}
