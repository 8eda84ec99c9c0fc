internal import HealthModel

/// What the quantities of one type come to.
open class HKStatistics: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// The type of the quantities.
  public let quantityType: HKQuantityType
  let statistics: EngineStatistics
  let options: HKStatisticsOptions
  /// What the samples cover, where it was asked for and there are any.
  let covered: CoveredDurations?

  init(
    _ statistics: EngineStatistics, of type: HKQuantityType, _ options: HKStatisticsOptions,
    covering covered: CoveredDurations? = nil
  ) {
    quantityType = type
    self.statistics = statistics
    self.options = options
    self.covered = covered
  }

  /// Where the time begins that they are of.
  open var startDate: Date { Date(timeIntervalSinceReferenceDate: statistics.start) }

  /// Where it ends.
  open var endDate: Date { Date(timeIntervalSinceReferenceDate: statistics.end) }

  /// Who contributed; `nil` unless asked for by source.
  open var sources: [HKSource]? {
    options.contains(.separateBySource) ? statistics.sources.map { HKSource($0.source) } : nil
  }

  private func quantity(_ value: Double?) -> HKQuantity? {
    guard let value, let unit = quantityType.type.description?.canonicalUnit else { return nil }
    return HKQuantity(EngineQuantity(value, unit))
  }

  private func values(of source: HKSource) -> EngineStatistics.Values? {
    guard options.contains(.separateBySource) else { return nil }
    return statistics.sources.first {
      $0.source.bundleIdentifier == source.bundleIdentifier
    }?.values
  }

  /// The average, if it was asked for and there is one.
  open func averageQuantity() -> HKQuantity? { quantity(statistics.values.average) }

  /// The average of one source.
  open func averageQuantity(for source: HKSource) -> HKQuantity? {
    quantity(values(of: source)?.average)
  }

  /// The least, if it was asked for and there is one.
  open func minimumQuantity() -> HKQuantity? { quantity(statistics.values.minimum) }

  /// The least of one source.
  open func minimumQuantity(for source: HKSource) -> HKQuantity? {
    quantity(values(of: source)?.minimum)
  }

  /// The greatest, if it was asked for and there is one.
  open func maximumQuantity() -> HKQuantity? { quantity(statistics.values.maximum) }

  /// The greatest of one source.
  open func maximumQuantity(for source: HKSource) -> HKQuantity? {
    quantity(values(of: source)?.maximum)
  }

  /// The sum of all sources, in which time that several cover counts once.
  open func sumQuantity() -> HKQuantity? { quantity(statistics.values.sum) }

  /// The sum of one source.
  open func sumQuantity(for source: HKSource) -> HKQuantity? { quantity(values(of: source)?.sum) }

  /// The quantity that ended last.
  open func mostRecentQuantity() -> HKQuantity? { quantity(statistics.values.mostRecent?.value) }

  /// The quantity of one source that ended last.
  open func mostRecentQuantity(for source: HKSource) -> HKQuantity? {
    quantity(values(of: source)?.mostRecent?.value)
  }

  /// When the quantity was taken that ended last.
  open func mostRecentQuantityDateInterval() -> DateInterval? {
    statistics.values.mostRecent?.interval
  }

  /// When the quantity of one source was taken that ended last.
  open func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
    values(of: source)?.mostRecent?.interval
  }

  /// How long the time is that the samples cover, if it was asked for; what several cover counts once.
  open func duration() -> HKQuantity? { seconds(covered?.whole) }

  /// How long the time is that the samples of one source cover.
  open func duration(for source: HKSource) -> HKQuantity? {
    guard options.contains(.separateBySource) else { return nil }
    return seconds(covered?.bySource[source.bundleIdentifier])
  }

  private func seconds(_ seconds: Double?) -> HKQuantity? {
    seconds.map { HKQuantity(unit: .second(), doubleValue: $0) }
  }

  open override var description: String {
    let values: [(String, HKQuantity?)] = [
      ("average", averageQuantity()), ("minimum", minimumQuantity()),
      ("maximum", maximumQuantity()), ("sum", sumQuantity()),
      ("most recent", mostRecentQuantity()), ("duration", duration()),
    ]
    let told = values.compactMap { name, value in value.map { "\(name): \($0)" } }
    return "<HKStatistics \(quantityType) (\(startDate) - \(endDate)) "
      + "\(told.joined(separator: ", "))>"
  }

  /// Statistics are equal where type, options and all numbers are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKStatistics else { return false }
    return quantityType == other.quantityType && options == other.options
      && statistics == other.statistics && covered == other.covered
  }

  open override var hash: Int { statistics.hashValue }

  /// Statistics are archived with what was asked for.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let type = coder.decodeObject(of: HKQuantityType.self, forKey: "quantityType"),
      let data = coder.decodeObject(of: NSData.self, forKey: "statistics"),
      let archive = try? JSONDecoder().decode(
        StatisticsArchive.self, from: Data(referencing: data))
    else { return nil }
    quantityType = type
    options = HKStatisticsOptions(rawValue: archive.options)
    statistics = archive.statistics
    covered = archive.covered
  }

  /// Archives the statistics with what was asked for.
  open func encode(with coder: NSCoder) {
    let archive = StatisticsArchive(statistics, options, covered)
    guard let data = try? JSONEncoder().encode(archive) else {
      preconditionFailure("numbers and texts")
    }
    coder.encode(quantityType, forKey: "quantityType")
    coder.encode(data as NSData, forKey: "statistics")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension EngineStatistics.MostRecent {
  fileprivate var interval: DateInterval {
    DateInterval(
      start: Date(timeIntervalSinceReferenceDate: start),
      end: Date(timeIntervalSinceReferenceDate: end))
  }
}
