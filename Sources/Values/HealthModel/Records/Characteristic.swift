/// Something that the user said of themselves and that seldom changes.
package enum Characteristic: Hashable, Sendable {
  /// An `HKBiologicalSex` by raw value.
  case biologicalSex(Int64)
  /// An `HKBloodType` by raw value.
  case bloodType(Int64)
  /// An `HKFitzpatrickSkinType` by raw value.
  case fitzpatrickSkinType(Int64)
  /// `nil` where it is not set.
  case dateOfBirth(DateOfBirth?)
  case wheelchairUse(WheelchairHistory)
  case activityGoals(GoalHistory)
  /// An `HKActivityMoveMode` by raw value.
  case activityMoveMode(Int64)

  /// Which of the characteristics.
  package enum Kind: Hashable, Sendable, CaseIterable {
    case biologicalSex
    case bloodType
    case fitzpatrickSkinType
    case dateOfBirth
    case wheelchairUse
    case activityGoals
    case activityMoveMode
  }

  package var kind: Kind {
    switch self {
    case .biologicalSex: .biologicalSex
    case .bloodType: .bloodType
    case .fitzpatrickSkinType: .fitzpatrickSkinType
    case .dateOfBirth: .dateOfBirth
    case .wheelchairUse: .wheelchairUse
    case .activityGoals: .activityGoals
    case .activityMoveMode: .activityMoveMode
    }
  }

  /// The characteristic before anything was said; also what an app sees that may not read it.
  package static func notSet(_ kind: Kind) -> Self {
    switch kind {
    case .biologicalSex: .biologicalSex(0)
    case .bloodType: .bloodType(0)
    case .fitzpatrickSkinType: .fitzpatrickSkinType(0)
    case .dateOfBirth: .dateOfBirth(nil)
    case .wheelchairUse: .wheelchairUse(WheelchairHistory())
    case .activityGoals: .activityGoals(GoalHistory())
    case .activityMoveMode: .activityMoveMode(0)
    }
  }

  /// Checks that the value is one the characteristic can have.
  package func check() throws(ModelError) {
    let isPermitted =
      switch self {
      case .biologicalSex(let value): (0...3).contains(value)
      case .bloodType(let value): (0...8).contains(value)
      case .fitzpatrickSkinType(let value): (0...6).contains(value)
      case .activityMoveMode(let value): (0...2).contains(value)
      // These cannot be made wrong.
      case .dateOfBirth, .wheelchairUse, .activityGoals: true
      }
    guard isPermitted else {
      throw ModelError(
        .invalidArgument, cannot: "set \(kind.type.name)", "there is no such value")
    }
  }
}

extension Characteristic.Kind {
  /// The object type that apps ask to read.
  package var type: ObjectType {
    switch self {
    case .biologicalSex: .biologicalSex
    case .bloodType: .bloodType
    case .fitzpatrickSkinType: .fitzpatrickSkinType
    case .dateOfBirth: .dateOfBirth
    case .wheelchairUse: .wheelchairUse
    // Who may see the rings may see what closes them.
    case .activityGoals: .activitySummary
    case .activityMoveMode: .activityMoveMode
    }
  }

  /// The characteristic that `type` names; `nil` for any other type.
  package init?(_ type: ObjectType) {
    guard let kind = Self.allCases.first(where: { $0.type == type }) else { return nil }
    self = kind
  }
}
