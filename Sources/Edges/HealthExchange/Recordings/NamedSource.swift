internal import HealthModel

/// The bundle identifiers of sources, of which files tell only the names.
enum NamedSource {
  /// As devices of Apple are called as long as nobody gives them another name.
  private static let deviceWords = ["watch", "iphone", "ipad", "ipod"]
  /// What the app is called in which people type values.
  private static let manualNames: Set<String> = [
    "health", "gesundheit", "santé", "salud", "salute", "saúde", "gezondheid", "hälsa", "helse",
    "sundhed", "terveys", "zdrowie", "zdraví", "zdravie", "sağlık", "здоровье", "здоров’я",
    "健康", "ヘルスケア", "건강",
  ]

  /// The source of that name.
  ///
  /// It depends on the name alone, so that each file gives the same, and it ranks as
  /// on a phone: typed values, then devices, then apps.
  static func source(_ name: String) -> Source {
    let lowercased = name.lowercased()
    if manualNames.contains(lowercased) {
      return Source(bundleIdentifier: ImportedSource.typedIn, name: name)
    }
    let isDevice = deviceWords.contains { lowercased.contains($0) }
    var word = ""
    for character in name {
      // A space, and the one that does not break, are alike.
      if character.isLetter || character.isNumber || ".’_".contains(character) {
        word.append(character)
      } else if !word.hasSuffix("-") {
        word.append("-")
      }
    }
    return Source(
      bundleIdentifier: (isDevice ? ImportedSource.devicePrefix : ImportedSource.appPrefix)
        + (word.isEmpty ? "-" : word),
      name: name)
  }
}
