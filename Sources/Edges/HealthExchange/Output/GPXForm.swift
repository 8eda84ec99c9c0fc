package import HealthModel

/// Writes one workout as GPX 1.1: a track whose segments are its routes, with heart rates as Garmin tells them.
package struct GPXForm {
  private static let garmin = "http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
  /// A heart rate belongs to a place that is no further from it than this, in seconds.
  private static let mostDistance = 5.0

  private var text = XMLText()
  private var dates = DateWriter(.iso)
  private var rates: [(time: Double, beats: Double)]

  /// - Parameter rates: Heart rates in beats a minute, in any order.
  package init(heartRates rates: [(time: Double, beats: Double)]) {
    self.rates = rates.sorted { $0.time < $1.time }
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - activity: What was done, as text.
  ///   - routes: Where, part by part.
  /// - Returns: All of it.
  package mutating func bytes(activity: String, _ routes: [Details]) -> [UInt8] {
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx")
    text.append("version", "1.1")
    text.append("creator", "Dyad")
    text.append("xmlns", "http://www.topografix.com/GPX/1/1")
    text.append("xmlns:gpxtpx", Self.garmin)
    text.append(">\n <trk>\n  <type>")
    text.append(activity)
    text.append("</type>\n")
    for route in routes {
      text.append("  <trkseg>\n")
      segment(route)
      text.append("  </trkseg>\n")
    }
    text.append(" </trk>\n</gpx>\n")
    return text.take()
  }

  private mutating func segment(_ route: Details) {
    guard let times = route.series["time"], let latitudes = route.series["latitude"],
      let longitudes = route.series["longitude"]
    else { return }
    // What is not known is negative, but for heights.
    func number(_ name: String, _ row: Int) -> Double? {
      route.series[name].flatMap { $0[row] < 0 ? nil : $0[row] }
    }
    for row in times.indices {
      text.append("   <trkpt")
      text.append("lat", Self.decimal(latitudes[row]))
      text.append("lon", Self.decimal(longitudes[row]))
      text.append(">")
      let isHigh = route.series["verticalAccuracy"].map { $0[row] >= 0 } ?? true
      if let altitude = route.series["altitude"]?[row], isHigh { element("ele", altitude) }
      text.append("<time>")
      text.append(times[row], &dates)
      text.append("</time>")
      let extras = [
        ("speed", number("speed", row)), ("course", number("course", row)),
        ("hAcc", number("horizontalAccuracy", row)), ("vAcc", number("verticalAccuracy", row)),
      ].filter { $0.1 != nil }
      let rate = rate(at: times[row])
      if !extras.isEmpty || rate != nil {
        text.append("<extensions>")
        for case (let name, let value?) in extras { element(name, value) }
        if let rate {
          text.append("<gpxtpx:TrackPointExtension>")
          element("gpxtpx:hr", rate.rounded())
          text.append("</gpxtpx:TrackPointExtension>")
        }
        text.append("</extensions>")
      }
      text.append("</trkpt>\n")
    }
  }

  /// A number without an exponent, which the format does not have.
  private static func decimal(_ value: Double) -> String {
    let text = value.exportText
    guard text.contains("e") else { return text }
    let billionths = Int((abs(value).truncatingRemainder(dividingBy: 1e9) * 1e9).rounded())
    let digits = String(billionths % 1_000_000_000)
    let fraction = String(repeating: "0", count: 9 - digits.count) + digits
    return "\(value < 0 ? "-" : "")\(billionths / 1_000_000_000).\(fraction)"
  }

  private mutating func element(_ name: String, _ value: Double) {
    text.append("<\(name)>")
    text.append(Self.decimal(value))
    text.append("</\(name)>")
  }

  /// The rate that was measured next to an instant.
  private func rate(at time: Double) -> Double? {
    var low = 0
    var high = rates.count
    while low < high {
      let middle = (low + high) / 2
      if rates[middle].time < time { low = middle + 1 } else { high = middle }
    }
    let near = [low - 1, low].filter { rates.indices.contains($0) }
      .min { abs(rates[$0].time - time) < abs(rates[$1].time - time) }
    guard let near, abs(rates[near].time - time) <= Self.mostDistance else { return nil }
    return rates[near].beats
  }
}
