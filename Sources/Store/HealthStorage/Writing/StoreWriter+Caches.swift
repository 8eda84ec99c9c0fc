internal import SQLiteCore

extension StoreWriter {
  /// Forgets decoded blocks and pages of the file, which come back as they are needed.
  package mutating func dropCaches() {
    tables.blocks.forgetRuns()
    knownThings = KnownThings()
    seen.forget()
    connection.releaseMemory()
  }
}
