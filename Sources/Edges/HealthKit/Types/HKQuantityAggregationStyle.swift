/// How the quantities of a type come to one.
@nonexhaustive public enum HKQuantityAggregationStyle: Int, Sendable {
  case cumulative = 0
  case discreteArithmetic = 1
  case discreteTemporallyWeighted = 2
  case discreteEquivalentContinuousLevel = 3
}

extension HKQuantityAggregationStyle {
  /// The older name of `discreteArithmetic`.
  public static var discrete: Self { .discreteArithmetic }
}
