private import CSQLite

extension Connection {
  /// Gives back the memory of pages that can be read from the file again.
  package func releaseMemory() {
    // It says how much there was; what is in use stays.
    _ = unsafe sqlite3_db_release_memory(handle)
  }
}
