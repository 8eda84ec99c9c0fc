internal import CommandSupport
internal import SystemCore

/// How far a file is copied, by the sizes that the two have meanwhile.
enum CopyProgress {
  private static let interval = Duration.milliseconds(200)

  /// Copies, and shows how far it is.
  ///
  /// - Parameters:
  ///   - verb: What is done: "Copying".
  ///   - source: What is copied; `nil` where nobody can tell.
  ///   - copy: What is written, by whatever process.
  ///   - body: Does it.
  /// - Returns: What it comes to.
  static func show<Result>(
    _ verb: String, from source: String?, to copy: String, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Progress.show(verb, of: "bytes") { progress in
      let total = source.flatMap(size)
      let watching = Task {
        while (try? await Pause.sleep(for: interval)) != nil {
          if let done = size(copy) { progress.tell(done, of: total) }
        }
      }
      defer { watching.cancel() }
      return try await body()
    }
  }

  /// How long a file is; nothing where it is not there, or cannot be seen.
  private static func size(_ path: String) -> Int? { try? FileSystem.size(of: path) }
}
