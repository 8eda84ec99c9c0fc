package import HealthModel

extension StatisticsRequest {
  /// What to work out.
  package var options: StatisticsOptions {
    get {
      var options: StatisticsOptions = []
      for (field, option) in Self.fields where self[keyPath: field] { options.insert(option) }
      return options
    }
    set {
      for (field, option) in Self.fields { self[keyPath: field] = newValue.contains(option) }
    }
  }

  private static var fields: [(WritableKeyPath<Self, Bool>, StatisticsOptions)] {
    [
      (\.separateBySource, .separateBySource), (\.discreteAverage, .discreteAverage),
      (\.discreteMin, .discreteMin), (\.discreteMax, .discreteMax),
      (\.cumulativeSum, .cumulativeSum), (\.mostRecent, .mostRecent),
    ]
  }
}
