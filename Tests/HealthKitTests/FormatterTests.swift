internal import HealthKit
internal import Testing

@Suite struct FormatterTests {
  private static func calendar(_ locale: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: locale)
    return calendar
  }

  private func text(
    _ seconds: Double, _ style: DateComponentsFormatter.UnitsStyle, _ units: NSCalendar.Unit,
    _ locale: String = "en_US",
    _ behavior: DateComponentsFormatter.ZeroFormattingBehavior = .default
  ) -> String? {
    let formatter = DateComponentsFormatter()
    formatter.calendar = Self.calendar(locale)
    formatter.unitsStyle = style
    formatter.allowedUnits = units
    formatter.zeroFormattingBehavior = behavior
    return formatter.string(from: seconds)
  }

  @Test func `lengths of time are written in each style`() {
    let units: NSCalendar.Unit = [.hour, .minute, .second]
    #expect(text(3_900, .positional, units) == "1:05:00")
    #expect(text(65, .positional, units) == "1:05")
    #expect(text(65, .positional, units, "en_US", .pad) == "00:01:05")
    #expect(text(3_900, .abbreviated, units) == "1h 5m")
    #expect(text(3_900, .short, units) == "1 hr, 5 min")
    #expect(text(3_900, .full, units) == "1 hour, 5 minutes")
    #expect(text(3_900, .brief, units) == "1hr 5min")
    #expect(text(3_900, .spellOut, units) == "one hour, five minutes")
    #expect(text(0, .full, [.minute]) == "0 minutes")
    #expect(text(90_061, .abbreviated, [.day, .hour, .minute, .second]) == "1d 1h 1m 1s")
  }

  @Test func `lengths of time are written in other languages`() {
    #expect(text(3_900, .full, [.hour, .minute], "de_DE") == "1 Stunde und 5 Minuten")
    // The spaces beside numbers break no line.
    let french = text(3_900, .full, [.hour, .minute], "fr_FR")?.split(
      whereSeparator: \.isWhitespace)
    #expect(french == ["1", "heure", "et", "5", "minutes"])
  }

  @Test func `units of which there are none are left out as asked`() {
    let units: NSCalendar.Unit = [.day, .hour, .minute, .second]
    #expect(text(3_605, .abbreviated, units, "en_US", .dropLeading) == "1h 0m 5s")
    #expect(text(3_605, .abbreviated, units, "en_US", .dropMiddle) == "0d 1h 5s")
    #expect(text(3_600, .abbreviated, units, "en_US", .dropTrailing) == "0d 1h")
    #expect(text(3_605, .abbreviated, units, "en_US", .dropAll) == "1h 5s")
  }

  @Test func `one of the largest unit joins the next where asked`() {
    let formatter = DateComponentsFormatter()
    formatter.calendar = Self.calendar("en_US")
    formatter.unitsStyle = .abbreviated
    formatter.collapsesLargestUnit = true
    formatter.allowsFractionalUnits = true
    let cases: [(Double, NSCalendar.Unit, String)] = [
      (63, [.minute, .second], "63s"), (123, [.minute, .second], "2m 3s"),
      (90_000, [.day, .hour], "25h"), (60, [.minute], "1m"), (3, [.minute, .second], "3s"),
    ]
    formatter.allowedUnits = [.hour, .minute]
    #expect(formatter.string(from: DateComponents(hour: 1, minute: .max)) != nil)
    for (seconds, units, wanted) in cases {
      formatter.allowedUnits = units
      #expect(formatter.string(from: seconds) == wanted)
    }
  }

  @Test func `how long a month is follows from when it begins`() throws {
    let formatter = DateComponentsFormatter()
    var calendar = Self.calendar("en_US")
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    formatter.calendar = calendar
    formatter.unitsStyle = .full
    formatter.allowedUnits = [.month, .day]
    formatter.referenceDate = calendar.date(from: DateComponents(year: 2023, month: 2, day: 1))
    #expect(formatter.string(from: 28 * 86_400) == "1 month")
    formatter.referenceDate = calendar.date(from: DateComponents(year: 2023, month: 3, day: 1))
    #expect(formatter.string(from: 28 * 86_400) == "28 days")
    #expect(
      DateComponentsFormatter.localizedString(
        from: DateComponents(hour: 2, minute: 5), unitsStyle: .positional) == "2:05:00")
  }

  @Test func `as many units are written as there may be`() {
    let formatter = DateComponentsFormatter()
    formatter.calendar = Self.calendar("en_US")
    formatter.unitsStyle = .abbreviated
    formatter.maximumUnitCount = 2
    formatter.allowedUnits = [.day, .hour, .minute]
    #expect(formatter.string(from: 90_061) == "1d 1h")
    #expect(formatter.string(from: DateComponents(hour: 2, minute: 3)) == "2h 3m")
    let start = Date(timeIntervalSinceReferenceDate: 0)
    #expect(formatter.string(from: start, to: start + 7_200) == "2h")
    #expect(formatter.string(for: DateComponents(hour: 2)) == "2h")
  }

  private func mass(_ kilograms: Double, _ locale: String, isPerson: Bool) -> String {
    let formatter = MassFormatter()
    formatter.numberFormatter.locale = Locale(identifier: locale)
    formatter.numberFormatter.maximumFractionDigits = 0
    formatter.isForPersonMassUse = isPerson
    return formatter.string(fromKilograms: kilograms)
  }

  @Test func `masses are in the units of the region, and those of persons in theirs`() {
    #expect(mass(70, "de_DE", isPerson: true) == "70 kg")
    #expect(mass(70, "en_US", isPerson: true) == "154 lb")
    #expect(mass(70, "en_GB", isPerson: true).contains("st"))
    #expect(!mass(70, "en_GB", isPerson: false).contains("st"))
    let formatter = MassFormatter()
    formatter.numberFormatter.locale = Locale(identifier: "fr_FR")
    formatter.unitStyle = .long
    #expect(formatter.string(fromValue: 2, unit: .kilogram) == "2\u{A0}kilogrammes")
    #expect(formatter.unitString(fromValue: 2, unit: .kilogram) == "kilogrammes")
  }

  @Test func `lengths and energies have usages of their own`() {
    let length = LengthFormatter()
    length.numberFormatter.locale = Locale(identifier: "en_US")
    length.numberFormatter.maximumFractionDigits = 0
    length.isForPersonHeightUse = true
    #expect(length.string(fromMeters: 1.78).contains("5 ft"))
    #expect(length.string(fromValue: 3, unit: .mile) == "3 mi")
    #expect(length.string(fromValue: 3, unit: .centimeter) == "3 cm")
    #expect(length.string(fromValue: 3, unit: .millimeter) == "3 mm")
    let energy = EnergyFormatter()
    energy.numberFormatter.locale = Locale(identifier: "en_US")
    energy.isForFoodEnergyUse = true
    #expect(energy.string(fromValue: 200, unit: .kilocalorie) == "200 Cal")
    energy.isForFoodEnergyUse = false
    #expect(energy.string(fromValue: 200, unit: .kilocalorie) == "200 kcal")
    #expect(energy.string(fromValue: 200, unit: .kilojoule) == "200 kJ")
    #expect(energy.string(for: "no number") == nil)
  }

  @Test func `measurements are written in the unit given, or in the region's`() {
    let formatter = MeasurementFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.unitOptions = .providedUnit
    let distance = Measurement(value: 5, unit: UnitLength.kilometers)
    #expect(formatter.string(from: distance) == "5 km")
    formatter.unitStyle = .long
    #expect(formatter.string(from: distance) == "5 kilometers")
    formatter.unitOptions = []
    formatter.numberFormatter.maximumFractionDigits = 1
    #expect(formatter.string(from: distance) == "3.1 miles")
    let options: MeasurementFormatter.UnitOptions = .naturalScale
    formatter.unitOptions = options
    formatter.locale = Locale(identifier: "de_DE")
    #expect(
      formatter.string(from: Measurement(value: 5_000, unit: UnitLength.meters)) == "5 Kilometer")
    formatter.locale = Locale(identifier: "en_US")
    formatter.unitOptions = .temperatureWithoutUnit
    formatter.unitStyle = .short
    #expect(
      formatter.string(from: Measurement(value: 21, unit: UnitTemperature.celsius)) == "21°")
    #expect(formatter.string(from: UnitMass.kilograms) == "kg")
  }

  @Test func `a text of a key without a table is the key with its values`() {
    #expect(String(localized: "hello") == "hello")
    #expect(String(localized: "100 % of \(5) in \("a") \(1.5)") == "100 % of 5 in a 1.500000")
    let resource: LocalizedStringResource = "steps"
    #expect(resource.defaultValue == String.LocalizationValue("steps"))
    #expect(resource.key == "steps" && String(localized: resource) == "steps")
    #expect(resource == LocalizedStringResource("steps", comment: "a unit"))
  }

  @Test func `names of Apple's platforms are there`() {
    #expect(autoreleasepool { 7 } == 7)
    let time: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()
    #expect(abs(time - Date().timeIntervalSinceReferenceDate) < 60)
  }
}
