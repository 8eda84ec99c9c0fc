// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The user's biological sex.
@nonexhaustive public enum HKBiologicalSex: Int, Sendable {
  case notSet = 0
  case female = 1
  case male = 2
  case other = 3
}

/// The user's blood type.
@nonexhaustive public enum HKBloodType: Int, Sendable {
  case notSet = 0
  case aPositive = 1
  case aNegative = 2
  case bPositive = 3
  case bNegative = 4
  case abPositive = 5
  case abNegative = 6
  case oPositive = 7
  case oNegative = 8
}

/// How the user's skin reacts to the sun.
@nonexhaustive public enum HKFitzpatrickSkinType: Int, Sendable {
  case notSet = 0
  case I = 1
  case II = 2
  case III = 3
  case IV = 4
  case V = 5
  case VI = 6
}

/// Whether the user moves in a wheelchair.
@nonexhaustive public enum HKWheelchairUse: Int, Sendable {
  case notSet = 0
  case no = 1
  case yes = 2
}
