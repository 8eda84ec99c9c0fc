/// What the ears hear of a tone; it never changes, so that threads may share it.
open class HKAudiogramSensitivityPoint: NSObject, @unchecked Sendable {
  /// The tone.
  public let frequency: HKQuantity
  /// How loud it had to be for the left ear.
  public let leftEarSensitivity: HKQuantity?
  /// How loud it had to be for the right ear.
  public let rightEarSensitivity: HKQuantity?
  /// How each ear was tested.
  public let tests: [HKAudiogramSensitivityTest]

  /// What the ears hear of a tone; one of them at least.
  ///
  /// - Throws: `errorInvalidArgument` for units that do not fit, or no ear.
  public convenience init(
    frequency: HKQuantity, leftEarSensitivity: HKQuantity?, rightEarSensitivity: HKQuantity?
  ) throws {
    var tests: [HKAudiogramSensitivityTest] = []
    let ears: [(HKAudiogramSensitivityTestSide, HKQuantity?)] = [
      (.left, leftEarSensitivity), (.right, rightEarSensitivity),
    ]
    for case (let side, let level?) in ears {
      tests.append(
        try HKAudiogramSensitivityTest(
          sensitivity: level, type: .air, masked: false, side: side, clampingRange: nil))
    }
    try self.init(frequency: frequency, tests: tests)
  }

  /// What tests told of a tone; at least one.
  ///
  /// - Throws: `errorInvalidArgument` for a unit that does not fit, no test, or two of one kind and ear.
  public init(frequency: HKQuantity, tests: [HKAudiogramSensitivityTest]) throws {
    guard frequency.is(compatibleWith: .hertz()) else {
      throw HKError.invalid("the frequency of a tone requires Hz")
    }
    guard !tests.isEmpty else { throw HKError.invalid("the sensitivity of an ear is missing") }
    guard
      Set(tests.map { [$0.side.rawValue, $0.type.rawValue, $0.masked ? 1 : 0] }).count
        == tests.count
    else { throw HKError.invalid("an ear was tested twice in one way") }
    self.frequency = frequency
    self.tests = tests
    leftEarSensitivity = tests.first { $0.side == .left }?.sensitivity
    rightEarSensitivity = tests.first { $0.side == .right }?.sensitivity
  }
}

/// How an ear was tested with a tone, and how loud that had to be; it never changes, so that threads may share it.
open class HKAudiogramSensitivityTest: NSObject, NSCopying, @unchecked Sendable {
  /// How loud the tone had to be.
  public let sensitivity: HKQuantity
  /// How the tone came to the ear.
  public let type: HKAudiogramConductionType
  /// Whether the other ear heard noise meanwhile.
  public let masked: Bool
  /// Which ear.
  public let side: HKAudiogramSensitivityTestSide
  /// Beyond what the sensitivity is shown as the bound; `nil` without one.
  public let clampingRange: HKAudiogramSensitivityPointClampingRange?

  /// A test of an ear.
  ///
  /// - Throws: `errorInvalidArgument` for a unit that does not fit.
  public init(
    sensitivity: HKQuantity, type: HKAudiogramConductionType, masked: Bool,
    side: HKAudiogramSensitivityTestSide,
    clampingRange: HKAudiogramSensitivityPointClampingRange?
  ) throws {
    guard sensitivity.is(compatibleWith: .decibelHearingLevel()) else {
      throw HKError.invalid("the sensitivity of an ear requires dBHL")
    }
    self.sensitivity = sensitivity
    self.type = type
    self.masked = masked
    self.side = side
    self.clampingRange = clampingRange
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Between what the sensitivity of an ear is told, which never changes, so that threads may share it.
open class HKAudiogramSensitivityPointClampingRange: NSObject, NSCopying, @unchecked Sendable {
  /// The lower bound; `nil` without one.
  public let lowerBound: HKQuantity?
  /// The upper bound; `nil` without one.
  public let upperBound: HKQuantity?

  /// A range in dBHL; it has one bound at least.
  ///
  /// - Throws: `errorInvalidArgument` for a lower bound that is not below the upper one, and without any.
  public init(lowerBound: NSNumber?, upperBound: NSNumber?) throws {
    let (lower, upper) = (lowerBound?.doubleValue, upperBound?.doubleValue)
    guard lower != nil || upper != nil, lower ?? -.infinity < upper ?? .infinity else {
      throw HKError.invalid("a range of sensitivities has a lower bound below its upper one")
    }
    func quantity(_ number: Double?) -> HKQuantity? {
      number.map { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
    }
    self.lowerBound = quantity(lower)
    self.upperBound = quantity(upper)
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// How a tone comes to an ear.
@nonexhaustive public enum HKAudiogramConductionType: Int, Sendable {
  case air = 0
}

/// Which ear is tested.
@nonexhaustive public enum HKAudiogramSensitivityTestSide: Int, Sendable {
  case left = 0
  case right = 1
}
