internal import CoreLocation
internal import HealthModel

extension Details {
  /// The series of a route, and what a place says for each.
  private static let columns: [(name: String, value: @Sendable (CLLocation) -> Double)] = [
    ("time", { $0.timestamp.timeIntervalSinceReferenceDate }),
    ("latitude", { $0.coordinate.latitude }), ("longitude", { $0.coordinate.longitude }),
    ("altitude", { $0.altitude }), ("horizontalAccuracy", { $0.horizontalAccuracy }),
    ("verticalAccuracy", { $0.verticalAccuracy }), ("course", { $0.course }),
    ("courseAccuracy", { $0.courseAccuracy }), ("speed", { $0.speed }),
    ("speedAccuracy", { $0.speedAccuracy }),
  ]
  private static let mostPlaces = mostNumbers / columns.count
  /// What stands for what is not known.
  private static let unknown = -1.0

  /// Places as series, by their times, in as many parts as they need.
  static func routes(of locations: [CLLocation]) -> [(details: Details, start: Date, end: Date)] {
    let sorted = locations.enumerated()
      .sorted { ($0.element.timestamp, $0.offset) < ($1.element.timestamp, $1.offset) }
      .map(\.element)
    return stride(from: 0, to: sorted.count, by: mostPlaces).map { first in
      let part = sorted[first..<min(sorted.count, first + mostPlaces)]
      var details = Details()
      for column in columns {
        let numbers = part.map(column.value)
        // What is known of no place takes no room.
        guard numbers.contains(where: { $0 != unknown }) else { continue }
        details.series[column.name] = numbers
      }
      return (details, part[part.startIndex].timestamp, part[part.endIndex - 1].timestamp)
    }
  }

  /// The places of a route.
  var locations: [CLLocation] {
    let count = series["time"]?.count ?? 0
    func numbers(_ name: String) -> [Double] {
      series[name] ?? [Double](repeating: Self.unknown, count: count)
    }
    let all = Self.columns.map { numbers($0.name) }
    return (0..<count).map { row in
      CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: all[1][row], longitude: all[2][row]),
        altitude: all[3][row], horizontalAccuracy: all[4][row], verticalAccuracy: all[5][row],
        course: all[6][row], courseAccuracy: all[7][row], speed: all[8][row],
        speedAccuracy: all[9][row],
        timestamp: Date(timeIntervalSinceReferenceDate: all[0][row]))
    }
  }
}
