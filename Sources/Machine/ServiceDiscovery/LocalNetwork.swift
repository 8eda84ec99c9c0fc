/// The network around this machine, as far as avahi-daemon knows it.
///
/// Whoever announces, and what, is nobody's word but their own: what was found is a place to try, not a
/// device to trust. The library under it lets a write to a closed pipe fail from then on, for the whole
/// process, where it would have ended it.
package enum LocalNetwork {
  /// Three probes and an announcement take a second; the machine's own name may have to come first.
  private static let longestStart = Duration.seconds(10)
  private static let longestEnd = Duration.seconds(2)

  /// Announces a service for as long as `body` runs, which begins once the network has heard of it.
  ///
  /// Where another service has the name, it takes another one, as in "name #2". If the daemon goes away
  /// meanwhile, `body` runs on, and the service is announced again when the daemon is back.
  ///
  /// - Parameters:
  ///   - name: What it is called: 1 to 63 bytes, for people to read.
  ///   - type: What it speaks, as "_NAME._tcp".
  ///   - port: Where it listens, on every address of this machine.
  ///   - text: What else to say, "KEY=VALUE" each; everybody on the network can read it.
  ///   - body: What to do meanwhile.
  /// - Returns: What `body` returns.
  /// - Throws: `DiscoveryError`, before `body` has begun; `CancellationError` at once; what `body` throws.
  package static func withAnnouncement<Result: Sendable>(
    name: String, type: String = "_dyad._tcp", port: UInt16, text: [String] = [],
    _ body: () async throws -> Result
  ) async throws -> Result {
    let service = try Announcement(name: name, type: type, port: port, text: text)
    let loop = DaemonLoop(Announcement.operation)
    loop.begin { handle throws(DiscoveryError) in
      try Announcer(service, on: loop).run(handle)
    }
    do {
      guard try await loop.nextMoment(until: .now + longestStart) == .ready else {
        throw DiscoveryError(
          .noDaemon, cannot: Announcement.operation,
          "avahi-daemon has not announced it within \(longestStart)")
      }
      let result = try await body()
      await end(loop)
      return result
    } catch {
      await end(loop)
      throw error
    }
  }

  /// Looks for services for `duration`.
  ///
  /// - Parameters:
  ///   - type: What they speak, as "_NAME._tcp".
  ///   - duration: How long to look; half a second is enough for most that are there.
  /// - Returns: Where they are, at most 64, sorted by name; one that has several addresses is there with
  ///   each.
  /// - Throws: `DiscoveryError`; `CancellationError` at once.
  package static func browse(
    type: String = "_dyad._tcp", for duration: Duration
  ) async throws -> [FoundService] {
    try ServiceType.check(type, cannot: Browser.operation)
    let deadline = ContinuousClock.now + duration
    let results = SearchResults()
    let loop = DaemonLoop(Browser.operation)
    defer { loop.end() }
    loop.begin { handle throws(DiscoveryError) in
      try Browser(type, on: loop, results: results).run(handle)
    }
    guard try await loop.nextMoment(until: deadline) == .ready else {
      throw DiscoveryError(
        .noDaemon, cannot: Browser.operation, "avahi-daemon has not answered within \(duration)")
    }
    // It searches until somebody says that it is enough.
    _ = try await loop.nextMoment(until: deadline)
    return results.list
  }

  // The service is withdrawn when the thread is over. Whoever is in a hurry need not see that: the
  // daemon withdraws it as well when the process ends.
  private static func end(_ loop: DaemonLoop) async {
    loop.end()
    let deadline = ContinuousClock.now + longestEnd
    while let moment = try? await loop.nextMoment(until: deadline), moment != .over {}
  }
}
