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
      for ending in [capitalized(name)] + others.filter({ $0.value == name }).map(\.key)
      where rest.hasSuffix(ending) && ending.count > found?.length ?? 0 {
        found = (index, ending.count)
      }
    }
    return found.map { range.lowerBound + Int64($0.index) }
  }

  private static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
