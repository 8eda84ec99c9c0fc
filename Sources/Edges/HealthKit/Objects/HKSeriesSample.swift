internal import HealthModel

extension HKObject {
  /// The values and series that an object of a later kind carries.
  var details: Details {
    guard case .object(.details(let details)) = rows.value(row) else {
      preconditionFailure("a row of details")
    }
    return details
  }
}

extension SampleRows {
  /// Whether the rows are of this type and carry details.
  func hasDetails(of type: ObjectType) -> Bool {
    guard self.type == type, case .object(.details) = value(0) else { return false }
    return true
  }
}

/// A sample that holds a series of measurements.
open class HKSeriesSample: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool {
    rows.hasDetails(of: .workoutRoute) || rows.hasDetails(of: .heartbeatSeries)
  }

  /// How many measurements there are.
  open var count: Int { details.series.values.first?.count ?? 0 }

  override var valueDescription: String { "\(count)" }
}

/// Where somebody went during a workout.
open class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool { rows.hasDetails(of: .workoutRoute) }
}

/// When a heart beat.
open class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool { rows.hasDetails(of: .heartbeatSeries) }
}
