internal import HealthModel
internal import HealthStorage
internal import TestSupport

/// Samples of many types that go on side by side for years, each at even steps.
struct DailySamples {
  static let days = 1_826
  static let typeCount = 24

  let types: [ObjectType]
  private let units: [Unit]
  private let secondsBetween: Double
  private var sequence: UUIDSequence
  private var generator: SeededGenerator
  /// Every so-many-th UUID.
  private(set) var some: [SampleUUID] = []
  private let sampling: Int

  init(count: Int, seed: UInt64, keeping kept: Int) throws {
    let names = [
      "StepCount", "DistanceWalkingRunning", "DistanceCycling", "BasalEnergyBurned",
      "ActiveEnergyBurned", "FlightsClimbed", "NikeFuel", "Height", "BodyMass", "DietaryFatTotal",
      "DietaryFiber", "DietarySugar", "DietaryProtein", "DietaryCarbohydrates", "DietarySodium",
      "DietaryCalcium", "DietaryIron", "DietaryPotassium", "DietaryVitaminA", "DietaryVitaminC",
      "DietaryCaffeine", "DietaryCholesterol", "DietaryMagnesium", "DietaryZinc",
    ]
    types = names.map { ObjectType("HKQuantityTypeIdentifier\($0)") }
    units = try types.map { type in
      guard let unit = type.description?.canonicalUnit else {
        throw BenchError("there is no type \(type.identifier)")
      }
      return unit
    }
    secondsBetween = Double(Self.days * Self.typeCount) * 86_400 / Double(max(1, count))
    var generator = SeededGenerator(seed: seed)
    sequence = UUIDSequence(using: &generator)
    self.generator = generator
    sampling = max(1, count / max(1, kept))
  }

  /// Saves all of them, all types in turn.
  mutating func fill(_ store: OwnStore, count: Int) throws {
    let perType = count / types.count
    var made = 0
    while made < perType {
      let size = min(BulkSaves.samplesPerSave, perType - made)
      for index in types.indices {
        try store.commit(.save(Change.Save([run(of: index, from: made, count: size)])))
      }
      made += size
    }
  }

  private mutating func run(of index: Int, from first: Int, count: Int) -> SampleRun {
    var dates: [Double] = []
    var values: [Double] = []
    dates.reserveCapacity(count)
    values.reserveCapacity(count)
    for row in first..<(first + count) {
      dates.append(HeartRates.firstDate + (Double(row) * secondsBetween).rounded(.down))
      values.append(Double(generator.next() % 100))
    }
    let uuids = sequence.take(count, for: types[index])
    some += stride(from: 0, to: count, by: sampling).map { uuids[$0] }
    guard
      let run = SampleRun(
        type: types[index], uuids: uuids, starts: dates, ends: dates,
        payload: .quantity(
          values: values, units: DictionaryColumn(repeating: units[index], count: count)),
        sources: DictionaryColumn(repeating: HeartRates.source, count: count),
        devices: DictionaryColumn(repeating: nil, count: count))
    else { preconditionFailure("columns of one length") }
    return run
  }
}
