internal import Testing

@testable internal import HealthKit  // A store makes these objects.

@Suite struct CharacteristicTests {
  private func copy<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
  }

  @Test func `what the user said is told, is equal by it and comes back from an archive`() throws {
    let sex = HKBiologicalSexObject(.female)
    #expect(sex.biologicalSex == .female && sex == HKBiologicalSexObject(.female))
    #expect(try copy(sex) == sex && sex != HKBiologicalSexObject(.notSet))
    let blood = HKBloodTypeObject(.abNegative)
    #expect(try copy(blood) == blood && blood.bloodType == .abNegative)
    let skin = HKFitzpatrickSkinTypeObject(.III)
    #expect(try copy(skin) == skin && skin.skinType == .III)
    let chair = HKWheelchairUseObject(.yes)
    #expect(try copy(chair) == chair && chair.wheelchairUse == .yes)
    #expect(chair.description == "<HKWheelchairUseObject yes>")
  }
}
