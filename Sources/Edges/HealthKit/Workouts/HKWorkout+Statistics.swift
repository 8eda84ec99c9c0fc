internal import HealthModel
internal import StoreAccess

extension HKWorkout {
  /// What the samples of a type come to that were added to the workout, and that the app may read.
  ///
  /// The store is asked when this is called, and the thread waits for it. There are none for a workout that no query
  /// found, without such samples, and where the store cannot be asked any more.
  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    statistics(of: [quantityType])[quantityType]
  }

  /// What the samples of each type come to that were added to the workout, and that the app may read.
  ///
  /// The store is asked when this is called, and the thread waits for it; see `statistics(for:)`.
  public var allStatistics: [HKQuantityType: HKStatistics] {
    statistics(of: ObjectType.quantities)
  }

  /// The same of some types, in all of the workout or in a leg of it.
  func statistics(
    of types: [HKQuantityType], in leg: HKWorkout? = nil
  ) -> [HKQuantityType: HKStatistics] {
    guard let access = rows.access else { return [:] }
    let span = leg.map { leg -> [EnginePredicate] in
      [
        .start(.greaterOrEqual, leg.startDate.timeIntervalSinceReferenceDate),
        .start(.less, leg.endDate.timeIntervalSinceReferenceDate),
      ]
    }
    let members = EnginePredicate.and([.memberOf(workout: rows.uuid(row))] + (span ?? []))
    let found = try? BackgroundExecutor.wait {
      var found: [HKQuantityType: HKStatistics] = [:]
      for type in types {
        let options = HKStatisticsOptions.all(of: type)
        let query = StatisticsQuery(type.type, where: members, options.engine)
        do {
          found[type] = try await access.statistics(query).statistics.first.map {
            HKStatistics($0, of: type, options)
          }
        } catch  where HKError(thrown: error).code == .errorAuthorizationNotDetermined {
          // A type that the app never asked for has nothing that it may read.
          continue
        }
      }
      return found
    }
    return found ?? [:]
  }
}

extension ObjectType {
  /// All types of quantities.
  static var quantities: [HKQuantityType] {
    all.compactMap { HKObjectType.of($0) as? HKQuantityType }
  }
}

extension HKStatisticsOptions {
  /// All that can be worked out of a type.
  fileprivate static func all(of type: HKQuantityType) -> Self {
    type.type.description?.aggregation == .cumulative
      ? [.cumulativeSum, .mostRecent] : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent]
  }
}
