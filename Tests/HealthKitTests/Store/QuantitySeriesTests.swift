internal import Foundation
internal import HealthKit
internal import Testing

/// Quantities that are read one by one.
@Suite(.timeLimit(.minutes(5))) struct QuantitySeriesTests {
  private static let type = HKQuantityType(.heartRate)
  private static let types: Set<HKSampleType> = [type]

  private static let samples = (0..<1_200).map { number in
    let start = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
    return HKQuantitySample(
      type: type,
      quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: Double(60 + number % 40)),
      start: start, end: start.addingTimeInterval(1))
  }

  /// What a query's handler heard.
  private struct Heard: Sendable {
    var quantity: HKQuantity?
    var interval: DateInterval?
    var sample: HKQuantitySample?
    var isDone: Bool
  }

  private static func ask(
    _ store: HKHealthStore, _ predicate: NSPredicate?,
    _ prepare: (HKQuantitySeriesSampleQuery) -> Void = { _ in }
  ) async throws -> [Heard] {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Heard.self)
    let query = HKQuantitySeriesSampleQuery(quantityType: type, predicate: predicate) {
      _, quantity, interval, sample, isDone, error in
      if let error { return continuation.finish(throwing: error) }
      continuation.yield(
        Heard(quantity: quantity, interval: interval, sample: sample, isDone: isDone))
      if isDone { continuation.finish() }
    }
    prepare(query)
    store.execute(query)
    var all: [Heard] = []
    for try await one in stream { all.append(one) }
    return all
  }

  @Test(arguments: StoreKind.allCases)
  func `each quantity comes once, in order, and the last says so`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      try await store.save(Self.samples.shuffled())
      let heard = try await Self.ask(store, nil)
      #expect(heard.map(\.quantity) == Self.samples.map(\.quantity))
      #expect(heard.map(\.interval?.start) == Self.samples.map(\.startDate))
      #expect(heard.map(\.interval?.duration) == Self.samples.map { _ in 1 })
      #expect(heard.allSatisfy { $0.sample == nil })
      #expect(heard.count { $0.isDone } == 1 && heard.last?.isDone == true)
      let one = Self.samples[7]
      let with = try await Self.ask(store, HKQuery.predicateForObject(with: one.uuid)) { query in
        query.includeSample = true
        query.orderByQuantitySampleStartDate = true
      }
      #expect(with.map(\.sample) == [one])
      let none = try await Self.ask(store, NSPredicate(value: false))
      #expect(none.count == 1 && none[0].isDone && none[0].quantity == nil)
    }
  }

  @Test func `a sample's quantities, and those of a descriptor`() async throws {
    try await StoreUnderTest.run(.memory, share: Self.types, read: Self.types) { store in
      try await store.save(Self.samples)
      let one = Self.samples[3]
      let told: [Date?] = await withCheckedContinuation { continuation in
        let query = HKQuantitySeriesSampleQuery(sample: one) { _, quantity, date, isDone, error in
          #expect(quantity == one.quantity && isDone && error == nil)
          continuation.resume(returning: [date])
        }
        store.execute(query)
      }
      #expect(told == [one.startDate])
      var descriptor = HKQuantitySeriesSampleQueryDescriptor(
        predicate: .quantitySample(type: Self.type))
      #expect(descriptor.options == [])
      typealias Options = HKQuantitySeriesSampleQueryDescriptor.Options
      descriptor.options = [.includeSample, .orderByQuantitySampleStartDate]
      #expect(descriptor.options == Options(rawValue: 3))
      descriptor.predicate = .quantitySample(
        type: Self.type,
        predicate: HKQuery.predicateForObjects(with: Set(Self.samples.prefix(2).map(\.uuid))))
      let results: HKQuantitySeriesSampleQueryDescriptor.Results = descriptor.results(for: store)
      var elements: [HKQuantitySeriesSampleQueryDescriptor.Element] = []
      for try await element in results { elements.append(element) }
      #expect(elements.map(\.sample) == Array(Self.samples.prefix(2)))
      #expect(elements.map(\.quantity) == Self.samples.prefix(2).map(\.quantity))
      #expect(elements.map(\.dateInterval.start) == Self.samples.prefix(2).map(\.startDate))
    }
  }

  @Test func `an app that never asked hears an error`() async throws {
    try await StoreUnderTest.run(.memory, share: [HKQuantityType(.stepCount)], read: []) { store in
      let error = await #expect(throws: HKError.self) { try await Self.ask(store, nil) }
      #expect(error?.code == .errorAuthorizationNotDetermined)
    }
  }
}
