internal import CalendarEdges
internal import DyadServices
internal import HealthModel
internal import RPCCore

/// Buckets that a call names by calendar and time zone, as edges.
enum NamedBuckets {
  /// As many as fit into a message that names them: 8 bytes each.
  private static let mostEdges = 500_000
  /// As many bytes as they have.
  static let mostBytes = MemoryLayout<Double>.stride * mostEdges
  /// As many as are made before others have a turn.
  private static let stepEdges = 4_096

  /// The edges of the buckets that a message names.
  ///
  /// The first and the last bucket may begin before `from` and end after `to`. They are made some at a time, so
  /// that others have their turns.
  ///
  /// - Throws: `StoreWireError` for what no calendar has, and FAILED_PRECONDITION where the machine has no
  ///   rules of time zones.
  static func edges(_ message: CalendarBucketsMessage) async throws -> [Double] {
    guard let unit = CalendarInterval.Unit(message.unit) else {
      throw StoreWireError("calendar.unit", "there is no such unit")
    }
    guard !message.zone.isEmpty, message.zone.utf8.count <= Source.mostTextBytes,
      !message.zone.utf8.contains(0)
    else {
      throw StoreWireError(
        "calendar.zone", "the name of a time zone has 1 to \(Source.mostTextBytes) bytes")
    }
    guard message.anchor.isFinite, message.from.isFinite, message.to.isFinite,
      message.from < message.to
    else {
      throw StoreWireError("calendar", "the dates are none, or end before they begin")
    }
    do throws(CalendarError) {
      let buckets = try BucketEdges(
        every: CalendarInterval(Int(message.count), unit), from: message.anchor,
        in: try TimeZoneRules.named(message.zone))
      var walk = try buckets.walk(from: message.from, to: message.to, atMost: mostEdges)
      var edges: [Double] = []
      while try walk.advance(by: stepEdges, into: &edges) { await Task.yield() }
      return edges
    } catch {
      throw refusal(error)
    }
  }

  private static func refusal(_ error: CalendarError) -> any Error {
    switch error.code {
    case .unknownZone: StoreWireError("calendar.zone", error.detail)
    case .interval: StoreWireError("calendar.count", error.detail)
    case .outOfRange, .tooManyEdges: StoreWireError("calendar", error.detail)
    case .noZones, .damagedZone: RPCError(.failedPrecondition, "\(error)")
    }
  }
}

extension CalendarInterval.Unit {
  fileprivate init?(_ unit: CalendarBucketsMessage.Unit) {
    switch unit {
    case .unspecified: return nil
    case .minute: self = .minute
    case .hour: self = .hour
    case .day: self = .day
    case .week: self = .week
    case .month: self = .month
    case .year: self = .year
    }
  }
}
