internal import HealthModel
internal import TextFormats

/// What an export says of its owner.
enum AppleProfile {
  private static let prefix = "HKCharacteristicTypeIdentifier"

  /// The attributes of `Me`, all of which are there; what is not set is empty.
  static func attributes(_ profile: [Characteristic]) -> [(name: String, value: String)] {
    var values = [
      "DateOfBirth": "", "BiologicalSex": "", "BloodType": "", "FitzpatrickSkinType": "",
    ]
    for characteristic in profile {
      switch characteristic {
      case .dateOfBirth(let date?) where date.era == 1:
        values["DateOfBirth"] = CivilDate(date.year, date.month, date.day).text
      case .biologicalSex(let number):
        values["BiologicalSex"] = name("HKBiologicalSex", BiologicalSex(rawValue: Int(number)))
      case .bloodType(let number):
        // Two letters of the alphabet, and not a word.
        let name = name("HKBloodType", BloodType(rawValue: Int(number)))
        values["BloodType"] =
          name.hasPrefix("HKBloodTypeAb") ? "HKBloodTypeAB\(name.dropFirst(13))" : name
      case .fitzpatrickSkinType(let number):
        let prefix = "HKFitzpatrickSkinType"
        let name = name(prefix, FitzpatrickSkinType(rawValue: Int(number)))
        // Roman numbers.
        values["FitzpatrickSkinType"] =
          number == 0 ? name : prefix + name.dropFirst(prefix.count).uppercased()
      case .dateOfBirth, .wheelchairUse, .activityGoals, .activityMoveMode: break
      }
    }
    return values.sorted { $0.key < $1.key }.map { (prefix + $0.key, $0.value) }
  }

  private static func name(_ prefix: String, _ value: (some Any)?) -> String {
    value.map { prefix + "\($0)".firstCapitalized } ?? prefix + "NotSet"
  }
}
