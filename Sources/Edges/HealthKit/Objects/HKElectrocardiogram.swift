internal import HealthModel

/// An electrocardiogram, which no app can make: the watch, its owner or an import does.
open class HKElectrocardiogram: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool {
    rows.hasDetails(of: .electrocardiogram)
  }

  /// What was found in it.
  @nonexhaustive public enum Classification: Int, Sendable {
    case notSet = 0
    case sinusRhythm = 1
    case atrialFibrillation = 2
    case inconclusiveLowHeartRate = 3
    case inconclusiveHighHeartRate = 4
    case inconclusivePoorReading = 5
    case inconclusiveOther = 6
    case unrecognized = 100
  }

  /// Whether the user felt anything.
  @nonexhaustive public enum SymptomsStatus: Int, Sendable {
    case notSet = 0
    case none = 1
    case present = 2
  }

  /// From where it was taken.
  @nonexhaustive public enum Lead: Int, Sendable {
    case appleWatchSimilarToLeadI = 1
  }

  /// What was measured at one instant.
  open class VoltageMeasurement: NSObject, NSCopying, @unchecked Sendable {
    /// How long after the start of the electrocardiogram it was.
    public let timeSinceSampleStart: TimeInterval
    private let microvolts: Double

    init(_ microvolts: Double, at time: TimeInterval) {
      self.microvolts = microvolts
      timeSinceSampleStart = time
    }

    /// The voltage of a lead.
    open func quantity(for lead: Lead) -> HKQuantity? {
      HKQuantity(unit: .voltUnit(with: .micro), doubleValue: microvolts)
    }

    /// The same object, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
  }

  /// How many voltages there are.
  open var numberOfVoltageMeasurements: Int { microvolts.count }
  /// How often the voltage was measured.
  open var samplingFrequency: HKQuantity? { quantity("samplingFrequency") }
  /// What was found in it; what this version does not know is `unrecognized`.
  open var classification: Classification {
    number("classification").flatMap(Classification.init) ?? .unrecognized
  }
  /// How fast the heart beat.
  open var averageHeartRate: HKQuantity? { quantity("averageHeartRate") }
  /// Whether the user felt anything.
  open var symptomsStatus: SymptomsStatus {
    number("symptomsStatus").flatMap(SymptomsStatus.init) ?? .notSet
  }

  var microvolts: [Double] { details.series["microvolts"] ?? [] }

  /// Seconds from one voltage to the next.
  var interval: TimeInterval {
    guard let frequency = samplingFrequency?.doubleValue(for: .hertz()), frequency > 0 else {
      return 0
    }
    return 1 / frequency
  }

  private func quantity(_ name: String) -> HKQuantity? {
    guard case .quantity(let quantity) = details.values[name] else { return nil }
    return HKQuantity(quantity)
  }

  private func number(_ name: String) -> Int? {
    guard case .integer(let number) = details.values[name] else { return nil }
    return Int(number)
  }

  override var valueDescription: String { "\(classification)" }
}
