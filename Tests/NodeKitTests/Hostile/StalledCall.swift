internal import DyadServices
internal import HealthModel
internal import PeerSupport
internal import ProtobufWire
internal import RPCCore

/// What the calls ask for that nobody takes.
enum StalledCall: String, CaseIterable, Sendable {
  case columns
  case plainWords = "plain words"
  case sorted
  case buckets = "statistics by minute"

  /// The path of the method and the request.
  var call: (path: String, request: [UInt8]) {
    switch self {
    case .columns: return Self.query { _ in }
    case .plainWords: return Self.query { $0.plain = true }
    case .sorted:
      return Self.query { request in
        request.order = [SortKeyMessage(SortDescriptor(.end))]
      }
    case .buckets:
      var request = StatisticsRequest()
      request.type = ObjectType.heartRate.identifier
      request.discreteAverage = true
      var calendar = CalendarBucketsMessage()
      (calendar.count, calendar.unit, calendar.zone) = (1, .minute, "UTC")
      (calendar.from, calendar.to) = (
        HostileStore.start, HostileStore.start + 60 * Double(HostileStore.count)
      )
      request.buckets = .calendar(calendar)
      return (StoreMethods.statistics.path.path, request.encoded())
    }
  }

  private static func query(
    _ change: (inout QueryRequest) -> Void
  ) -> (path: String, request: [UInt8]) {
    var request = QueryRequest()
    request.type = ObjectType.heartRate.identifier
    change(&request)
    return (StoreMethods.query.path.path, request.encoded())
  }
}

extension StalledCall {
  /// Begins as many calls as a connection may have on connections of their own, and takes none of the answers.
  func begin(at path: String, connections: Int) throws -> [RawConnection] {
    let (method, request) = call
    var writer = FrameWriter()
    writer.raw(FrameWriter.preface)
    // No room for any byte of an answer.
    writer.settings([(4, 0)])
    for number in 0..<128 as Range<UInt32> {
      writer.headers(FrameWriter.request(method), stream: 2 * number + 1)
      writer.data(FrameWriter.message(request), stream: 2 * number + 1, endStream: true)
    }
    return try (0..<connections).map { _ in
      let connection = try RawConnection(path: path)
      try connection.send(writer)
      return connection
    }
  }
}
