internal import CommandSupport
internal import HealthExchange

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
