internal import HealthModel

/// Values of categories by the names that exports have for them.
enum CategoryNames {
  private static let prefix = "HKCategoryValue"
  /// Names that were changed, by what stands at their end.
  private static let others: [String: String] = [
    "AsleepUnspecified": "asleep", "LuteinizingHormoneSurge": "positive",
    "LoudEnvironment": "momentaryLimit",
  ]

  /// Finds the number of a value.
  ///
  /// - Parameters:
  ///   - text: A name such as `HKCategoryValueSleepAnalysisAwake`, or a number; empty where there is no value.
  ///   - description: The type.
  /// - Returns: The number; `nil` for a name that the type does not have.
  static func value(_ text: String, of description: TypeDescription) -> Int64? {
    guard let range = description.categoryValues else { return nil }
    if let number = Int64(text) { return range.contains(number) ? number : nil }
    // Events that tell no more than that they happened have no value in some exports.
    if text.isEmpty || text == "\(prefix)NotApplicable" { return range == 0...0 ? 0 : nil }
    guard text.hasPrefix(prefix) else { return nil }
    let rest = text.dropFirst(prefix.count)
    // The end of the name is the case; the longest, since "notPresent" ends as "present" does.
    var found: (index: Int, length: Int)?
    for (index, name) in description.categoryNames.enumerated() {
      for ending in [name.firstCapitalized] + others.filter({ $0.value == name }).map(\.key)
      where rest.hasSuffix(ending) && ending.count > found?.length ?? 0 {
        found = (index, ending.count)
      }
    }
    return found.map { range.lowerBound + Int64($0.index) }
  }

  /// Finds the number of a value by its plain name, in letters of any size; `nil` for one that the type does not have.
  static func value(spelled word: String, of description: TypeDescription) -> Int64? {
    let word = word.lowercased()
    guard let first = description.categoryValues?.lowerBound else { return nil }
    return description.categoryNames.firstIndex { $0.lowercased() == word }.map {
      first + Int64($0)
    }
  }

  /// The name of a value as an export of today has it; `nil` for one that the type does not have.
  static func name(of value: Int64, _ description: TypeDescription) -> String? {
    guard let range = description.categoryValues, range.contains(value) else { return nil }
    let name = description.categoryNames[Int(value - range.lowerBound)]
    let ending = todaysEndings[name] ?? name.firstCapitalized
    switch description.categoryNames.first {
    case "notApplicable": return prefix + ending
    case "unspecified" where description.categoryNames.contains("severe"):
      return "\(prefix)Severity\(ending)"
    case "present": return "\(prefix)Presence\(ending)"
    case _ where description.name.hasPrefix("bleeding"):
      return "\(prefix)VaginalBleeding\(ending)"
    case _ where description.type == .ovulationTestResult && name == "positive":
      return "\(prefix)OvulationTestResultLuteinizingHormoneSurge"
    default: return prefix + description.name.firstCapitalized + ending
    }
  }

  /// Names that were changed, as they are now.
  private static let todaysEndings = ["asleep": "AsleepUnspecified"]
}
