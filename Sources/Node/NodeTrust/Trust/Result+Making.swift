extension Result where Failure == any Error {
  /// What came of a closure.
  package static func made(_ body: () async throws -> Success) async -> Result {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
