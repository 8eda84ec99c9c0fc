internal import HealthModel

/// How well somebody hears.
open class HKAudiogramSample: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool { rows.hasDetails(of: .audiogram) }

  /// What was heard, by ascending tones.
  open var sensitivityPoints: [HKAudiogramSensitivityPoint] {
    let series = details.series
    guard let tones = series["frequency"], let sides = series["side"],
      let levels = series["sensitivity"], sides.count == tones.count, levels.count == tones.count
    else { return [] }
    // What another node brought need not be what an app may save.
    func number(_ name: String, _ row: Int) -> Double? {
      series[name].flatMap { row < $0.count ? $0[row] : nil }
    }
    var tests: [Double: [HKAudiogramSensitivityTest]] = [:]
    for (row, tone) in tones.enumerated() {
      let clamped = Int(exactly: number("clamped", row) ?? 0) ?? 0
      let range = try? HKAudiogramSensitivityPointClampingRange(
        lowerBound: clamped & 1 == 0 ? nil : number("lowerClamp", row).map { NSNumber(value: $0) },
        upperBound: clamped & 2 == 0 ? nil : number("upperClamp", row).map { NSNumber(value: $0) })
      let test = try? HKAudiogramSensitivityTest(
        sensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: levels[row]),
        type: Int(exactly: number("conduction", row) ?? 0).flatMap(
          HKAudiogramConductionType.init) ?? .air,
        masked: number("masked", row) == 1, side: sides[row] == 0 ? .left : .right,
        clampingRange: range)
      if let test { tests[tone, default: []].append(test) }
    }
    return tests.sorted { $0.key < $1.key }.compactMap { tone, tests in
      try? HKAudiogramSensitivityPoint(
        frequency: HKQuantity(unit: .hertz(), doubleValue: tone), tests: tests)
    }
  }

  override var valueDescription: String { "\(sensitivityPoints.count) tones" }

  fileprivate static func sample(
    _ points: [HKAudiogramSensitivityPoint], start: Date, end: Date, device: HKDevice? = nil,
    _ metadata: [String: Any]?
  ) throws(HKError) -> Sample {
    var series: [String: [Double]] = ["frequency": [], "side": [], "sensitivity": []]
    let tests = points.flatMap(\.tests)
    // What says no more than that air brought the tone is left out.
    if tests.contains(where: { $0.type != .air || $0.masked }) {
      series["conduction"] = tests.map { Double($0.type.rawValue) }
      series["masked"] = tests.map { $0.masked ? 1 : 0 }
    }
    let ranges = tests.map(\.clampingRange)
    if ranges.contains(where: { $0 != nil }) {
      let unit = HKUnit.decibelHearingLevel()
      series["clamped"] = ranges.map { range in
        (range?.lowerBound == nil ? 0 : 1) + (range?.upperBound == nil ? 0 : 2)
      }
      series["lowerClamp"] = ranges.map { $0?.lowerBound?.doubleValue(for: unit) ?? 0 }
      series["upperClamp"] = ranges.map { $0?.upperBound?.doubleValue(for: unit) ?? 0 }
    }
    for point in points {
      for test in point.tests {
        series["frequency"]?.append(point.frequency.doubleValue(for: .hertz()))
        series["side"]?.append(Double(test.side.rawValue))
        series["sensitivity"]?.append(test.sensitivity.doubleValue(for: .decibelHearingLevel()))
      }
    }
    let details = Details(series: series)
    return try Sample(
      checking: .audiogram, details, start: start, end: end, device: device, metadata: metadata)
  }
}

extension InitializedByFactory where Self: HKAudiogramSample {
  /// How well somebody hears; stops where no tone, or dates or metadata that it cannot have, are told.
  public init(
    sensitivityPoints: [HKAudiogramSensitivityPoint], start: Date, end: Date,
    metadata: [String: Any]?
  ) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKAudiogramSample.sample(sensitivityPoints, start: start, end: end, metadata)
      })
  }

  /// The same, measured by a device.
  public init(
    sensitivityPoints: [HKAudiogramSensitivityPoint], start: Date, end: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKAudiogramSample.sample(
          sensitivityPoints, start: start, end: end, device: device, metadata)
      })
  }
}

extension Sample {
  /// A new object of an app that carries details, with all that can be checked of it without a store.
  ///
  /// - Throws: What Apple's framework raises as an exception.
  init(
    checking type: ObjectType, _ details: Details, start: Date, end: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) throws(HKError) {
    try self.init(
      checking: type, value: .object(.details(details)), start: start, end: end, device: device,
      metadata: metadata)
    do {
      try details.check(for: type, in: self.start...self.end)
    } catch {
      throw .invalid(error.detail)
    }
  }
}
