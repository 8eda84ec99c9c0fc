internal import ConformanceKit
internal import ConformanceWire
private import SystemCore

/// Two ends of connections over this machine's own network.
enum TwoEnds {
  /// Plays both ends, each on a thread of its own.
  ///
  /// - Throws: What either end throws.
  static func play(
    server: @escaping @Sendable (Listener) throws -> Void,
    client: @escaping @Sendable (_ address: String) throws -> Void
  ) async throws {
    let (outcomes, note) = AsyncStream<Result<Void, any Error>>.makeStream()
    WorkThread.start("wire server") {
      do {
        let listener = try Listener()
        let address = listener.address
        // From here: the threads that tests run on may all be busy, and the server waits for so long only.
        WorkThread.start("wire client") { note.yield(Result { try client(address) }) }
        note.yield(Result { try server(listener) })
      } catch {
        note.yield(.failure(error))
        note.finish()
      }
    }
    var results: [Result<Void, any Error>] = []
    for await outcome in outcomes {
      results.append(outcome)
      if results.count == 2 { break }
    }
    for result in results { try result.get() }
  }

  /// Plays a client and a server of HTTP/2, both started.
  static func playLinks(
    server: @escaping @Sendable (HTTP2Link) throws -> Void,
    client: @escaping @Sendable (HTTP2Link) throws -> Void
  ) async throws {
    try await play { listener in
      let link = HTTP2Link(try listener.accept(by: soon), isServer: true, Scene())
      try link.start()
      try server(link)
    } client: { address in
      let link = HTTP2Link(try PlainLink(to: address, by: soon), Scene())
      try link.start()
      try client(link)
    }
  }

  /// Longer than anything takes.
  static var soon: Deadline { Deadline(after: .seconds(20)) }
}
