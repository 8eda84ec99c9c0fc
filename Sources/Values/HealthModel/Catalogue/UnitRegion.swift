/// Where people read quantities in units of their own.
package struct UnitRegion: Hashable, Sendable {
  /// By which units people tell lengths and weights.
  enum System: Hashable, Sendable {
    case metric
    case unitedKingdom
    case unitedStates
  }

  package static let metric = UnitRegion(territory: "")

  let system: System
  /// Whether glucose is told in mmol/L, and not in mg/dL.
  let countsMoles: Bool

  /// Where meters for glucose show mmol/L; elsewhere they show mg/dL.
  private static let molar: Set<String> = [
    "AU", "BG", "CA", "CH", "CN", "CZ", "DK", "EE", "FI", "GB", "HK", "HR", "HU", "IE", "IS", "JM",
    "KZ", "LT", "LV", "MT", "MY", "NL", "NO", "NZ", "RU", "SE", "SG", "SI", "SK", "UA", "VN", "ZA",
  ]

  /// The region of a locale such as `en_US.UTF-8`; metric where it names no place that differs.
  package init(locale: String) {
    let territory = locale.split(separator: "_").dropFirst().first?.prefix { $0.isLetter }
    self.init(territory: territory.map(String.init) ?? "")
  }

  private init(territory: String) {
    system =
      switch territory {
      case "US", "LR", "MM": .unitedStates
      case "GB": .unitedKingdom
      default: .metric
      }
    countsMoles = Self.molar.contains(territory)
  }
}
