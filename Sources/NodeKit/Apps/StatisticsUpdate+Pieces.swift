internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore

extension StatisticsUpdate {
  /// As many bytes as one message has, unless one bucket has more.
  static let mostAnswerBytes = SampleRun.mostAnswerBytes

  /// Tells it in as many messages as it takes, for as long as an app may see all that it saw for it.
  ///
  /// - Parameters:
  ///   - type: Whose quantities it comes from.
  ///   - coverage: What is known of the time.
  ///   - sight: What the app saw; nothing for whoever is no app.
  ///   - send: Sends a message.
  /// - Returns: Whether all of it was told.
  /// - Throws: `StorageError` where what is stored cannot be told, and what `send` throws.
  func tell(
    of type: ObjectType, _ coverage: CoverageMessage, whileIn sight: AppSight?,
    _ send: (StatisticsResponse) async throws -> Void
  ) async throws -> Bool {
    var message = StatisticsResponse()
    message.coverage = coverage
    message.isWhole = isWhole
    message.unit = type.description?.canonicalUnit?.unitString ?? ""
    var byteCount = Self.otherBytes
    for start in emptied {
      if byteCount + Self.numberBytes > Self.mostAnswerBytes {
        guard try await Self.sendFull(&message, whileIn: sight, send) else { return false }
        byteCount = Self.otherBytes
      }
      byteCount += Self.numberBytes
      message.emptied.append(start)
    }
    for statistics in changed {
      let weight = statistics.messageBytes
      if byteCount > Self.otherBytes, byteCount + weight > Self.mostAnswerBytes {
        guard try await Self.sendFull(&message, whileIn: sight, send) else { return false }
        byteCount = Self.otherBytes
      }
      byteCount += weight
      do throws(StoreWireError) {
        message.statistics.append(try StatisticsMessage(statistics))
      } catch {
        throw StorageError(.damaged, cannot: "tell the statistics", "\(error)")
      }
    }
    guard sight?.holds ?? true else { return false }
    try await send(message)
    return true
  }

  private static let numberBytes = 8
  /// What a message has beside buckets, at most: the coverage, the unit, tags and lengths.
  private static let otherBytes = 128

  /// Sends a message that others follow and begins the next; returns whether the app may see it.
  private static func sendFull(
    _ message: inout StatisticsResponse, whileIn sight: AppSight?,
    _ send: (StatisticsResponse) async throws -> Void
  ) async throws -> Bool {
    guard sight?.holds ?? true else { return false }
    message.hasMore = true
    try await send(message)
    message = StatisticsResponse()
    return true
  }
}

extension Statistics {
  /// As many bytes as its message has at most.
  fileprivate var messageBytes: Int {
    // Seven numbers, each with its tag, and the tags and lengths of what they stand in.
    let valueBytes = 7 * 9 + 3 * 6
    return sources.reduce(2 * 9 + 6 + valueBytes) { bytes, source in
      bytes + valueBytes + 4 * 6 + source.source.bundleIdentifier.utf8.count
        + source.source.name.utf8.count
    }
  }
}
