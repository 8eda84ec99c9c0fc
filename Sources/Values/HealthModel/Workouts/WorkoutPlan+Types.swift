extension WorkoutActivityType {
  /// Of which type the distances are that it covers.
  package var distanceType: ObjectType {
    switch self {
    case .cycling, .handCycling: .distanceCycling
    case .swimming: .distanceSwimming
    case .wheelchairWalkPace, .wheelchairRunPace: .distanceWheelchair
    case .downhillSkiing, .snowboarding: .distanceDownhillSnowSports
    case .crossCountrySkiing: .distanceCrossCountrySkiing
    case .paddleSports: .distancePaddleSports
    case .rowing: .distanceRowing
    case .skatingSports: .distanceSkatingSports
    default: .distanceWalkingRunning
    }
  }
}

extension Workout {
  /// Of which type its distance is; an activity that nobody knows covers what feet do.
  package var distanceType: ObjectType {
    let known = Int(exactly: activity).flatMap { WorkoutActivityType(rawValue: $0) }
    return (known ?? .other).distanceType
  }
}

extension WorkoutPlan {
  /// What belongs to such a workout, where nobody says otherwise.
  package var collectedTypes: [ObjectType] {
    var types: [ObjectType] = [.heartRate, .activeEnergyBurned, .basalEnergyBurned]
    switch activity {
    case .running, .walking, .hiking, .trackAndField:
      types += [.distanceWalkingRunning, .stepCount, .flightsClimbed]
    case .cycling, .handCycling: types += [.distanceCycling]
    case .swimming: types += [.distanceSwimming, .swimmingStrokeCount]
    case .wheelchairWalkPace, .wheelchairRunPace: types += [.distanceWheelchair, .pushCount]
    case .stairs, .stairClimbing, .stepTraining: types += [.stepCount, .flightsClimbed]
    default: break
    }
    return types
  }

  /// What a workout says of where it took place.
  package var metadata: Metadata {
    var metadata: Metadata = [:]
    if location != .unknown { metadata["HKIndoorWorkout"] = .bool(location == .indoor) }
    if swimmingLocation != .unknown {
      metadata["HKSwimmingLocationType"] = .integer(Int64(swimmingLocation.rawValue))
    }
    if let lapLength { metadata["HKLapLength"] = .quantity(lapLength) }
    return metadata
  }
}

extension WorkoutSession {
  /// More pauses than anybody makes; samples of more are not told apart from those between them.
  private static let mostPauses = 500

  /// The samples that began while it was active, as far as it is known at a time.
  package func activeSamples(at now: Double) -> Predicate {
    guard let startDate else { return .constant(false) }
    var spans: [Predicate] = []
    var since: Double? = startDate
    func span(_ from: Double, _ to: Double) -> Predicate {
      .and([.start(.greaterOrEqual, from), .start(.lessOrEqual, to)])
    }
    for event in events where spans.count < Self.mostPauses {
      if event.kind == Int64(WorkoutEventType.pause.rawValue), let from = since {
        spans.append(span(from, event.date))
        since = nil
      } else if event.kind == Int64(WorkoutEventType.resume.rawValue), since == nil {
        since = event.date
      }
    }
    if let since { spans.append(span(since, activeEnd ?? now)) }
    return spans.count < Self.mostPauses ? .or(spans) : span(startDate, activeEnd ?? now)
  }
}
