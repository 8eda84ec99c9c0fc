// Who has to hear of every commit, whatever it touched.
extension LocalStore {
  /// Lets `body` run after each commit, on the thread that committed: it must be quick, and must not
  /// ask anything of the store.
  package func afterEachCommit(_ body: @escaping @Sendable () -> Void) {
    board.afterEachCommit(body)
  }
}
