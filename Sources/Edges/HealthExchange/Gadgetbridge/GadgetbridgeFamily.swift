/// How a table of Gadgetbridge tells what somebody did in a minute, and which sleep it was.
enum GadgetbridgeFamily: Hashable {
  /// Bands of the first generation.
  case miBand
  /// Later bands and watches of Huami in the same table.
  case huami
  /// Zepp OS and newer bands, with a score for each kind of sleep.
  case huamiExtended
  /// Steps count up over a day, and kinds are the common ones.
  case garmin
  /// Kinds as Gadgetbridge itself numbers them.
  case common

  /// The family of a table of minutes; `deviceType` is the name of the device's kind.
  init(table: String, deviceType: String) {
    switch table {
    case "MI_BAND_ACTIVITY_SAMPLE":
      let isFirst = ["MIBAND", "MIBAND1", "MI_BAND"].contains(deviceType.uppercased())
      self = isFirst ? .miBand : .huami
    case "HUAMI_EXTENDED_ACTIVITY_SAMPLE": self = .huamiExtended
    case "GARMIN_ACTIVITY_SAMPLE": self = .garmin
    default: self = .common
    }
  }

  /// The sleep of a minute by its kind.
  ///
  /// - Parameters:
  ///   - kind: What the table calls RAW_KIND.
  ///   - deep: The score of deep sleep, where the table has one.
  ///   - rem: The same of dreaming.
  ///   - last: What the minute before was, which some kinds go on with.
  /// - Returns: Its stage; `nil` for none.
  func sleep(kind: Int64, deep: Int64, rem: Int64, after last: SleepStage?) -> SleepStage? {
    switch self {
    case .miBand: kind == 4 ? .deep : kind == 5 ? .core : nil
    case .huami:
      switch kind & 0xF {
      case 9: .core
      case 11: .deep
      case 0, 10: last
      default: nil
      }
    case .huamiExtended:
      kind != 120 ? nil : rem & 127 > 55 ? .rem : deep & 127 > 42 ? .deep : .core
    case .garmin, .common:
      switch kind {
      case 2: .core
      case 4: .deep
      case 0x100_0000: .rem
      case 0x200_0000: .awake
      default: nil
      }
    }
  }
}
