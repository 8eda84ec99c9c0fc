internal import CalendarEdges
internal import DyadServices
internal import HealthModel
internal import RPCCore

/// Buckets that a call names by calendar and time zone, as edges.
enum NamedBuckets {
  /// More of a unit make no bucket: as many minutes as ten years have.
  private static let mostUnits = 5_270_400

  /// The edges of the buckets that a message names.
  ///
  /// - Throws: `StoreWireError` for what no calendar has; UNIMPLEMENTED, as long as the node has no
  ///   rules of time zones.
  static func edges(_ message: CalendarBucketsMessage) throws -> [Double] {
    guard (1...mostUnits).contains(Int(message.count)) else {
      throw StoreWireError("calendar.count", "there are 1 to \(mostUnits) of a unit in a bucket")
    }
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
    let interval = CalendarInterval(Int(message.count), unit)
    throw RPCError(
      .unimplemented,
      "cannot divide the time by \(interval.unit.rawValue): this node has no rules of time zones; "
        + "name the edges")
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
