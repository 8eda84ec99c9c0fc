internal import HealthKit
internal import Testing

@Suite struct QuantityTests {
  @Test func `118 mg per dL is 118 again after a way through mmol per L`() {
    let milligrams = HKUnit(from: "mg/dL")
    let millimoles = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose)
      .unitDivided(by: .liter())
    let glucose = HKQuantity(unit: milligrams, doubleValue: 118)
    let told = HKQuantity(unit: millimoles, doubleValue: glucose.doubleValue(for: millimoles))
    #expect(abs(told.doubleValue(for: millimoles) - 6.549883356) < 1e-6)
    #expect(told.doubleValue(for: milligrams) == 118)
    #expect(glucose.compare(told) == .orderedSame)
  }

  @Test(arguments: [
    (1.0, "kg", 1_000.0, "g"), (98.6, "degF", 37, "degC"), (1, "mi", 1_609.344, "m"),
    (0.98, "%", 0.98, "%"), (72, "count/min", 1.2, "count/s"), (1, "Cal", 1, "kcal"),
    (180, "deg", .pi, "rad"),
  ])
  func `values convert exactly`(value: Double, unit: String, result: Double, other: String) {
    let quantity = HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
    #expect(quantity.is(compatibleWith: HKUnit(from: other)))
    #expect(quantity.doubleValue(for: HKUnit(from: other)) == result)
  }

  @Test func `quantities compare across units`() {
    let kilogram = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 1)
    #expect(kilogram.compare(HKQuantity(unit: .gram(), doubleValue: 999)) == .orderedDescending)
    #expect(kilogram.compare(HKQuantity(unit: .gram(), doubleValue: 1_001)) == .orderedAscending)
    #expect(kilogram.compare(HKQuantity(unit: .gram(), doubleValue: 1_000)) == .orderedSame)
    #expect(kilogram == HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 1))
    #expect(kilogram != HKQuantity(unit: .gram(), doubleValue: 1_000))
    #expect(kilogram.description == "1.0 kg")
  }

  @Test func `a unit that measures something else is an error or stops`() async {
    let energy = HKQuantity(unit: .kilocalorie(), doubleValue: 1)
    #expect(!energy.is(compatibleWith: .gram()))
    #expect(throws: HKError.self) { try energy.convertedValue(for: .gram()) }
    #expect(throws: Never.self) { try energy.convertedValue(for: .joule()) }
    await #expect(processExitsWith: .failure) {
      _ = HKQuantity(unit: .kilocalorie(), doubleValue: 1).doubleValue(for: .gram())
    }
    await #expect(processExitsWith: .failure) {
      let energy = HKQuantity(unit: .kilocalorie(), doubleValue: 1)
      _ = energy.compare(HKQuantity(unit: .count(), doubleValue: 1))
    }
  }
}
