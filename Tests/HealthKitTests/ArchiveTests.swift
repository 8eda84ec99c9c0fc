internal import HealthModel
internal import StoreAccess
internal import Testing

@testable internal import HealthKit  // Anchors and statistics come from a store.

@Suite struct ArchiveTests {
  private func copy<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
  }

  @Test func `units, quantities and types come back from an archive`() throws {
    let unit = HKUnit(from: "mmol<180.15588000005408>/L")
    #expect(try copy(unit) == unit)
    let quantity = HKQuantity(unit: unit, doubleValue: 0.1 + 0.2)
    #expect(try copy(quantity) == quantity)
    #expect(try copy(HKQuantityType(.heartRate)) == HKQuantityType(.heartRate))
    #expect(try copy(HKObjectType.workoutType()) == .workoutType())
  }

  @Test func `an anchor comes back from an archive`() throws {
    let one = HKQueryAnchor(StoreAnchor([1, 2, 3]))
    let anchor = one.with(StoreAnchor([4]), for: .stepCount).with(StoreAnchor([5]), for: .heartRate)
    #expect(try copy(anchor) == anchor && anchor != one)
    #expect(try copy(one) == one)
    #expect(anchor[.stepCount] == StoreAnchor([4]) && anchor[.bodyMass] == StoreAnchor([1, 2, 3]))
    let beginning = HKQueryAnchor(fromValue: 0)
    #expect(try copy(beginning) == beginning)
    #expect(beginning != anchor)
    #expect((anchor.copy() as? HKQueryAnchor) == anchor)
  }

  @Test(arguments: ["", "x", "{}", #"{"":1}"#])
  func `an archive of anything else is no anchor`(text: String) throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Data(text.utf8) as NSData, forKey: "places")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(HKQueryAnchor(coder: unarchiver) == nil)
  }

  @Test func `a sample comes back from an archive with all it has`() throws {
    let sample = HKQuantitySample(
      type: HKQuantityType(.bodyTemperature),
      quantity: HKQuantity(unit: .degreeCelsius(), doubleValue: 37.2),
      start: Date(timeIntervalSinceReferenceDate: 0.125),
      end: Date(timeIntervalSinceReferenceDate: 60),
      device: HKDevice(
        name: "thermometer", manufacturer: nil, model: "T", hardwareVersion: nil,
        firmwareVersion: nil, softwareVersion: nil, localIdentifier: nil,
        udiDeviceIdentifier: nil),
      metadata: [HKMetadataKeyWasTakenInLab: true, "note": "a"])
    let back = try copy(sample)
    #expect(back == sample && back is HKDiscreteQuantitySample)
    #expect(back.quantity == sample.quantity && back.startDate == sample.startDate)
    #expect(back.endDate == sample.endDate && back.device == sample.device)
    #expect(back.source == sample.source)
    #expect(back.metadata?[HKMetadataKeyWasTakenInLab] as? Bool == true)
    #expect(back.metadata?["note"] as? String == "a")
  }

  @Test func `a correlation and a workout come back from an archive`() throws {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let pressures = [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic].map {
      HKQuantitySample(
        type: HKQuantityType($0),
        quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 100), start: start,
        end: start)
    }
    let pressure = HKCorrelation(
      type: HKCorrelationType(.bloodPressure), start: start, end: start, objects: Set(pressures))
    let back = try copy(pressure)
    #expect(back == pressure && back.objects == pressure.objects && back.objects.count == 2)
    let workout = HKWorkout(
      activityType: .running, start: start, end: start + 60,
      workoutEvents: [HKWorkoutEvent(type: .lap, date: start + 30, metadata: ["a": 1])],
      totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 10), totalDistance: nil,
      metadata: nil)
    let ran = try copy(workout)
    #expect(ran.workoutActivityType == .running && ran.workoutEvents == workout.workoutEvents)
    #expect(ran.totalEnergyBurned == workout.totalEnergyBurned)
    let event = try #require(workout.workoutEvents?.first)
    #expect(try copy(event) == event)
  }

  @Test func `sources, devices and statistics come back from an archive`() throws {
    let revision = HKSourceRevision(source: .default(), version: "1.2")
    #expect(try copy(revision) == revision)
    #expect(try copy(HKDevice.local()) == HKDevice.local())
    var values = EngineStatistics.Values()
    values.sum = 0.1 + 0.2
    let source = EngineSource(bundleIdentifier: "org.example", name: "Example")
    let statistics = HKStatistics(
      EngineStatistics(
        start: 1, end: 2, values: values, sources: [EngineStatistics.OfSource(source, values)]),
      of: HKQuantityType(.stepCount), [.cumulativeSum, .separateBySource])
    #expect(try copy(statistics) == statistics)
    let deleted = HKDeletedObject(
      DeletedObject(uuid: SampleUUID(high: 1, low: 2), type: .stepCount))
    #expect(try copy(deleted) == deleted)
  }
}
