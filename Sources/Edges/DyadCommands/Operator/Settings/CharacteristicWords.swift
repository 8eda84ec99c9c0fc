internal import HealthModel

/// The characteristics as people type and read them.
enum CharacteristicWords {
  /// What says that nothing is set.
  static let notSet = "not-set"

  /// Every word that names one, in the order in which they are shown.
  static let names = kinds.map(\.name)

  private static let kinds: [(name: String, kind: Characteristic.Kind)] = [
    ("birth-date", .dateOfBirth), ("sex", .biologicalSex), ("blood-type", .bloodType),
    ("skin-type", .fitzpatrickSkinType), ("wheelchair", .wheelchairUse),
    ("move-mode", .activityMoveMode),
  ]
  private static let sexes = NamedNumbers([notSet, "female", "male", "other"], from: 0)
  private static let bloodTypes = NamedNumbers(
    [
      notSet, "a-positive", "a-negative", "b-positive", "b-negative", "ab-positive", "ab-negative",
      "o-positive", "o-negative",
    ], from: 0)
  private static let skinTypes = NamedNumbers(
    [notSet, "i", "ii", "iii", "iv", "v", "vi"], from: 0)
  private static let moveModes = NamedNumbers([notSet, "energy", "time"], from: 0)
  private static let wheelchairUses = NamedNumbers([notSet, "no", "yes"], from: 0)

  /// The one that a word names.
  static func kind(_ name: String) -> Characteristic.Kind? {
    kinds.first { $0.name == name }?.kind
  }

  /// The word that names one.
  static func name(_ kind: Characteristic.Kind) -> String {
    // Every kind is in the list, as a test sees.
    kinds.first { $0.kind == kind }?.name ?? kind.type.name
  }

  /// What may be said of one, for errors and help.
  static func values(_ kind: Characteristic.Kind) -> String {
    numbers(kind).map { $0.all.joined(separator: ", ") } ?? "a date like 1990-04-01, or \(notSet)"
  }

  /// The value as it is shown.
  ///
  /// - Parameters:
  ///   - characteristic: What is set.
  ///   - now: Of a history the present value is shown.
  /// - Returns: A word that can be typed, too.
  static func text(_ characteristic: Characteristic, now: Double) -> String {
    switch characteristic {
    case .biologicalSex(let number): sexes.name(of: number) ?? "\(number)"
    case .bloodType(let number): bloodTypes.name(of: number) ?? "\(number)"
    case .fitzpatrickSkinType(let number): skinTypes.name(of: number) ?? "\(number)"
    case .dateOfBirth(let date): date.map(text) ?? notSet
    case .wheelchairUse(let history):
      wheelchairUses.name(of: history.value(at: now)) ?? "\(history.value(at: now))"
    case .activityMoveMode(let number): moveModes.name(of: number) ?? "\(number)"
    case .activityGoals(let history): "\(history.changes.count) changes"
    }
  }

  /// The characteristic that somebody typed.
  ///
  /// - Parameters:
  ///   - text: The value.
  ///   - kind: What it is a value of.
  ///   - history: What was known of wheelchairs; it goes on from there.
  ///   - now: From when on it holds.
  /// - Returns: It; `nil` for a value that it cannot have.
  static func characteristic(
    _ text: String, of kind: Characteristic.Kind, after history: WheelchairHistory, now: Double
  ) -> Characteristic? {
    if kind == .dateOfBirth {
      if text == notSet { return .dateOfBirth(nil) }
      return date(text).map { .dateOfBirth($0) }
    }
    guard let number = numbers(kind)?.number(named: text) else { return nil }
    switch kind {
    case .biologicalSex: return .biologicalSex(number)
    case .bloodType: return .bloodType(number)
    case .fitzpatrickSkinType: return .fitzpatrickSkinType(number)
    case .activityMoveMode: return .activityMoveMode(number)
    // Goals have a command of their own.
    case .dateOfBirth, .activityGoals: return nil
    case .wheelchairUse:
      var history = history
      // A clock outside of all calendars is all that it can refuse.
      guard (try? history.set(number, since: now)) != nil else { return nil }
      return .wheelchairUse(history)
    }
  }

  private static func numbers(_ kind: Characteristic.Kind) -> NamedNumbers? {
    switch kind {
    case .biologicalSex: sexes
    case .bloodType: bloodTypes
    case .fitzpatrickSkinType: skinTypes
    case .wheelchairUse: wheelchairUses
    case .activityMoveMode: moveModes
    case .dateOfBirth, .activityGoals: nil
    }
  }

  private static func date(_ text: String) -> DateOfBirth? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    // A day that the calendar does not have is like any other text that is no date.
    return try? DateOfBirth(year: year, month: month, day: day)
  }

  private static func text(_ date: DateOfBirth) -> String {
    let digits = [(date.year, 4), (date.month, 2), (date.day, 2)].map { number, width in
      String(repeating: "0", count: max(0, width - "\(number)".utf8.count)) + "\(number)"
    }
    return digits.joined(separator: "-") + (date.era == 0 ? " BC" : "")
  }
}
