internal import SQLiteCore

extension ReadTables {
  /// Runs `body`, which reads what `snapshot` shows.
  ///
  /// Nothing pins what is erased as a whole, and tables that are empty look like an answer. So what was
  /// read counts only if nothing was erased by then.
  ///
  /// - Throws: `startOver` where all history was erased since the snapshot, whatever `body` made of
  ///   that.
  mutating func reading<Answer>(
    _ snapshot: Snapshot, _ body: (inout Self) throws -> Answer
  ) throws -> Answer {
    forgetErased(by: snapshot)
    let answer: Result<Answer, any Error>
    do {
      answer = .success(try body(&self))
    } catch {
      answer = .failure(error)
    }
    // The pins tells quickly that there is nothing to ask the tables for.
    if snapshot.mayBeErased, try state.storeRow().erased != snapshot.state.erased {
      blocks.dropCache()
      throw StorageError.erasedMeanwhile
    }
    return try answer.get()
  }

  /// Forgets what is in memory of a history that is erased in `snapshot`.
  package mutating func forgetErased(by snapshot: Snapshot) {
    guard snapshot.state.erased > erased else { return }
    erased = snapshot.state.erased
    blocks.dropCache()
  }
}
