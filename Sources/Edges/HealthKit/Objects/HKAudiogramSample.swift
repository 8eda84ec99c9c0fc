internal import HealthModel

/// What the ears hear of a tone.
open class HKAudiogramSensitivityPoint: NSObject, @unchecked Sendable {
  /// The tone.
  public let frequency: HKQuantity
  /// How loud it had to be for the left ear.
  public let leftEarSensitivity: HKQuantity?
  /// How loud it had to be for the right ear.
  public let rightEarSensitivity: HKQuantity?

  /// What the ears hear of a tone; one of them at least.
  ///
  /// - Throws: `errorInvalidArgument` for units that do not fit, or no ear.
  public init(
    frequency: HKQuantity, leftEarSensitivity: HKQuantity?, rightEarSensitivity: HKQuantity?
  ) throws {
    guard frequency.is(compatibleWith: .hertz()) else {
      throw HKError.invalid("the frequency of a tone requires Hz")
    }
    let ears = [leftEarSensitivity, rightEarSensitivity].compactMap(\.self)
    guard !ears.isEmpty, ears.allSatisfy({ $0.is(compatibleWith: .decibelHearingLevel()) }) else {
      throw HKError.invalid("the sensitivity of an ear requires dBHL")
    }
    self.frequency = frequency
    self.leftEarSensitivity = leftEarSensitivity
    self.rightEarSensitivity = rightEarSensitivity
  }
}

/// How well somebody hears.
open class HKAudiogramSample: HKSample, @unchecked Sendable {
  private static let left = 0.0
  private static let right = 1.0

  override class func canView(_ rows: SampleRows) -> Bool { rows.hasDetails(of: .audiogram) }

  /// What was heard, by ascending tones.
  open var sensitivityPoints: [HKAudiogramSensitivityPoint] {
    let series = details.series
    guard let tones = series["frequency"], let sides = series["side"],
      let levels = series["sensitivity"]
    else { return [] }
    func level(_ tone: Double, _ side: Double) -> HKQuantity? {
      zip(zip(tones, sides), levels).first { $0.0 == (tone, side) }.map {
        HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0.1)
      }
    }
    return Set(tones).sorted().compactMap { tone in
      try? HKAudiogramSensitivityPoint(
        frequency: HKQuantity(unit: .hertz(), doubleValue: tone),
        leftEarSensitivity: level(tone, Self.left), rightEarSensitivity: level(tone, Self.right))
    }
  }

  override var valueDescription: String { "\(sensitivityPoints.count) tones" }

  fileprivate static func sample(
    _ points: [HKAudiogramSensitivityPoint], start: Date, end: Date, _ metadata: [String: Any]?
  ) throws(HKError) -> Sample {
    var details = Details(series: ["frequency": [], "side": [], "sensitivity": []])
    for point in points {
      for (side, level) in [
        (left, point.leftEarSensitivity), (right, point.rightEarSensitivity),
      ] {
        guard let level else { continue }
        details.series["frequency"]?.append(point.frequency.doubleValue(for: .hertz()))
        details.series["side"]?.append(side)
        details.series["sensitivity"]?.append(level.doubleValue(for: .decibelHearingLevel()))
      }
    }
    return try Sample(
      checking: .audiogram, details, start: start, end: end, device: nil, metadata: metadata)
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
