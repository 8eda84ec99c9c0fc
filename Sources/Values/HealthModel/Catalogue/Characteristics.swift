/// The user's biological sex.
package enum BiologicalSex: Int, Hashable, Sendable, CaseIterable {
  case notSet = 0
  case female = 1
  case male = 2
  /// From iOS 8.2.
  case other = 3
}

/// The user's blood type.
package enum BloodType: Int, Hashable, Sendable, CaseIterable {
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

/// How the user's skin reacts to the sun, from I (always burns) to VI (never burns).
package enum FitzpatrickSkinType: Int, Hashable, Sendable, CaseIterable {
  case notSet = 0
  case i = 1
  case ii = 2
  case iii = 3
  case iv = 4
  case v = 5
  case vi = 6
}

/// Whether the user moves in a wheelchair.
package enum WheelchairUse: Int, Hashable, Sendable, CaseIterable {
  case notSet = 0
  case no = 1
  case yes = 2
}
