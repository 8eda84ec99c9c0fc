internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import TestSupport
internal import Testing
internal import TextFormats

@testable internal import DyadCommands

// Testable, because a terminal is what shows it from outside.
@Suite struct SampleTextTests {
  private func cells(_ line: String, in units: [ObjectType: Unit] = [:]) throws -> [String] {
    var generator = SeededGenerator(seed: 1)
    var reader = SampleReader(uuids: UUIDSequence(using: &generator))
    let samples = try reader.entry(from: JSONValue(parsing: line), at: "line 1").samples
    let zone = try TimeZoneRules.named("Europe/Berlin")
    var text = SampleText(units: units, style: .people(LocalDateText(zone: zone)))
    text.members = Dictionary(uniqueKeysWithValues: samples.map { ($0.uuid, $0) })
    return Array(try text.cells(of: try #require(samples.last)).prefix(4))
  }

  @Test func `a quantity has its time by the clocks of the zone, and its unit`() throws {
    let line = #"{"type":"bodyMass","value":81.25,"unit":"kg","start":"2026-11-21T23:00:07Z"}"#
    #expect(try cells(line) == ["2026-11-22 00:00:07", "", "81.25", "kg"])
    #expect(
      try cells(line, in: [.bodyMass: .pound]) == ["2026-11-22 00:00:07", "", "179.13", "lb"])
  }

  @Test func `the end has a day where that is another`() throws {
    let night = { (end: String) in
      #"{"type":"sleepAnalysis","value":"asleep","start":"2026-11-20T21:30:00Z","end":"\#(end)"}"#
    }
    #expect(
      try cells(night("2026-11-21T05:10:00Z"))
        == ["2026-11-20 22:30", "2026-11-21 06:10", "asleep, 7 h 40 min", ""])
    #expect(
      try cells(night("2026-11-20T22:30:00Z"))
        == ["2026-11-20 22:30", "23:30", "asleep, 1 h", ""])
  }

  @Test func `a blood pressure is two numbers, and a workout says what it was`() throws {
    let pressure = """
      {"type":"bloodPressure","start":"2026-11-21T08:00:00Z","members":[\
      {"type":"bloodPressureDiastolic","value":86,"unit":"mmHg"},\
      {"type":"bloodPressureSystolic","value":111,"unit":"mmHg"}]}
      """
    #expect(try cells(pressure) == ["2026-11-21 09:00", "", "111/86", "mmHg"])
    let workout = """
      {"type":"workout","activity":"running","start":"2026-11-21T08:00:00Z","duration":1810,\
      "distance":{"value":5.25,"unit":"km"},"energy":{"value":300,"unit":"kcal"}}
      """
    #expect(
      try cells(workout)
        == ["2026-11-21 09:00", "09:30:10", "running, 30 min 10 s, 5.25 km, 300 kcal", ""])
  }

  @Test func `what an import kept says what it is`() throws {
    let dates = #""start":"2026-11-21T00:00:00Z","end":"2026-11-22T00:00:00Z"}"#
    let day =
      #"{"type":"activitySummary","details":{"day":9455,"energy":{"value":512.25,"unit":"kcal"},"exercise":{"value":42,"unit":"min"},"stand":11},"#
    #expect(try cells(day + dates)[2] == "512.25 kcal, 42 min, 11 h")
    let record =
      #"{"type":"foreignRecord","details":{"type":"HKDataTypeSleepDurationGoal","value":"8","unit":"hr"},"#
    #expect(try cells(record + dates)[2] == "HKDataTypeSleepDurationGoal 8 hr")
  }

  @Test func `totals of a workout are in the units of their types`() throws {
    let workout = """
      {"type":"workout","activity":"swimming","start":"2026-11-21T08:00:00Z","duration":600,\
      "distance":{"value":100,"unit":"m"},"energy":{"value":100,"unit":"kcal"}}
      """
    let units: [ObjectType: Unit] = [.distanceSwimming: .yard, .distanceWalkingRunning: .mile]
    #expect(try cells(workout, in: units)[2] == "swimming, 10 min, 109.36 yd, 100 kcal")
  }

  @Test func `moles need not say of what they are`() throws {
    let molar = try UnitWords.unit("mmol/L", of: .bloodGlucose)
    let line = #"{"type":"bloodGlucose","value":90,"unit":"mg/dL","start":"2026-11-21T08:00:00Z"}"#
    #expect(try Array(cells(line, in: [.bloodGlucose: molar])[2...]) == ["4.9957", "mmol/L"])
  }

  @Test(arguments: [
    (ObjectType.bloodGlucose, "mg/dL", "mg/dL", "mmol<180.1558800000541>/L"),
    (.distanceWheelchair, "km", "mi", "mi"), (.dietarySodium, "mg", "mg", "mg"),
    (.dietaryVitaminD, "mcg", "mcg", "mcg"), (.dietaryProtein, "g", "g", "g"),
  ]) func `each type has the unit in which it is read`(
    type: ObjectType, german: String, american: String, british: String
  ) {
    for (locale, unit) in [("de_DE", german), ("en_US", american), ("en_GB", british)] {
      let region = UnitRegion(locale: locale)
      #expect(type.description?.readingUnit(in: region)?.unitString == unit)
    }
  }

  @Test func `columns without anything are left out`() {
    var table = Table([.init("A"), .init("B"), .init("C")])
    #expect(table.withoutEmptyColumns == table)
    table.append(["1", "", ""])
    table.append(["", "", "2"])
    #expect(table.withoutEmptyColumns.titles == ["A", "C"])
    #expect(table.withoutEmptyColumns.lines() == ["A  C", "1  ", "   2"])
  }

  @Test(arguments: [
    ("en_US.UTF-8", "lb"), ("en_GB", "st"), ("de_DE", "kg"), ("C", "kg"), ("", "kg"),
  ]) func `weights are read as people of the region do`(locale: String, unit: String) {
    let region = UnitRegion(locale: locale)
    #expect(ObjectType.bodyMass.description?.readingUnit(in: region)?.unitString == unit)
    for description in ObjectType.all.compactMap(\.description) {
      guard let canonical = description.canonicalUnit else { continue }
      let units =
        [description.readingUnit(in: region)].compactMap(\.self) + description.fittingUnits
      #expect(units.count > 1 && units.allSatisfy { $0.isCompatible(with: canonical) })
    }
  }
}
