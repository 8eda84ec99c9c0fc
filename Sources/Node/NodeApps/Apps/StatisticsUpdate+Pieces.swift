package import DyadServices
package import HealthModel
internal import HealthStorage
package import LocalStore

extension StatisticsUpdate {
  /// As many bytes as one message has, unless one bucket has more.
  package static let mostAnswerBytes = SampleRun.mostAnswerBytes / 8

  /// Tells it in as many messages as it takes, for as long as an app may see all that it saw for it.
  ///
  /// - Parameters:
  ///   - type: Whose quantities it comes from.
  ///   - coverage: What is known of the time.
  ///   - sight: What the app saw; nothing for whoever is no app.
  ///   - send: Sends a message.
  /// - Returns: Whether all of it was told.
  /// - Throws: `StorageError` where what is stored cannot be told, and what `send` throws.
  package func tell(
    of type: ObjectType, _ coverage: CoverageMessage, whileIn sight: AppSight?,
    _ send: (StatisticsResponse) async throws -> Void
  ) async throws -> Bool {
    var rest = self
    var coverage: CoverageMessage? = coverage
    var hasMore = true
    while hasMore {
      guard sight?.holds ?? true else { return false }
      let message = try rest.takeMessage(of: type, coverage)
      coverage = nil
      hasMore = message.hasMore
      try await send(message)
    }
    return true
  }

  /// Takes out as much as fits a message; others follow it where something is left.
  ///
  /// - Parameters:
  ///   - type: Whose quantities it comes from.
  ///   - coverage: What is known of the time, for the first message of an answer.
  /// - Returns: The message.
  /// - Throws: `StorageError` where what is stored cannot be told.
  mutating func takeMessage(
    of type: ObjectType, _ coverage: CoverageMessage?
  ) throws -> StatisticsResponse {
    var message = StatisticsResponse()
    if let coverage {
      message.coverage = coverage
      message.isWhole = isWhole
      message.unit = type.description?.canonicalUnit?.unitString ?? ""
    }
    var room = Self.mostAnswerBytes - Self.otherBytes
    let starts = min(emptied.count, room / Self.numberBytes)
    message.emptied = Array(emptied[..<starts])
    room -= starts * Self.numberBytes
    var count = 0
    if starts == emptied.count {
      while count < changed.count {
        room -= changed[count].messageBytes
        guard room >= 0 || (count == 0 && starts == 0) else { break }
        do throws(StoreWireError) {
          message.statistics.append(try StatisticsMessage(changed[count]))
        } catch {
          throw StorageError(.damaged, cannot: "tell the statistics", "\(error)")
        }
        count += 1
      }
    }
    emptied.removeFirst(starts)
    changed.removeFirst(count)
    message.hasMore = !emptied.isEmpty || !changed.isEmpty
    return message
  }

  /// Whether it fills a message and more.
  var fillsMessage: Bool {
    var room = Self.mostAnswerBytes - Self.otherBytes - emptied.count * Self.numberBytes
    for statistics in changed where room >= 0 { room -= statistics.messageBytes }
    return room < 0
  }

  /// How many bytes it takes here, more or less.
  package var weight: Int { changed.reduce(8 * emptied.count) { $0 + 64 + $1.messageBytes } }

  private static let numberBytes = 8
  /// What a message has beside buckets, at most: the coverage, the unit, tags and lengths.
  private static let otherBytes = 128
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
