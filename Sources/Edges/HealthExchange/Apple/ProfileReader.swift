internal import HealthModel
internal import XMLCore

/// Reads what an export says of its owner.
enum ProfileReader {
  private static let prefix = "HKCharacteristicTypeIdentifier"

  /// The characteristics that are set.
  static func profile(_ event: MarkupBatch.Event, _ batch: MarkupBatch) -> [Characteristic] {
    event.attributes.compactMap { index in
      let attribute = batch.attributes[Int(index)]
      let name = batch.names[Int(attribute.name)]
      let value = String(decoding: batch.value(attribute), as: UTF8.self)
      guard name.hasPrefix(prefix) else { return nil }
      switch name.dropFirst(prefix.count) {
      case "DateOfBirth": return dateOfBirth(value)
      case "BiologicalSex":
        return number(value, "HKBiologicalSex", BiologicalSex.self).map { .biologicalSex($0) }
      case "BloodType": return number(value, "HKBloodType", BloodType.self).map { .bloodType($0) }
      case "FitzpatrickSkinType":
        return number(value, "HKFitzpatrickSkinType", FitzpatrickSkinType.self).map {
          .fitzpatrickSkinType($0)
        }
      default: return nil
      }
    }
  }

  static func dateOfBirth(_ text: String) -> Characteristic? {
    let parts = text.split(separator: "-").map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      let date = try? DateOfBirth(year: year, month: month, day: day)
    else { return nil }
    return .dateOfBirth(date)
  }

  private static func number<Value: CaseIterable & RawRepresentable<Int>>(
    _ text: String, _ prefix: String, _ values: Value.Type
  ) -> Int64? {
    guard text.hasPrefix(prefix) else { return nil }
    let name = text.dropFirst(prefix.count).lowercased()
    let value = values.allCases.first { "\($0)".lowercased() == name }
    guard let value, value.rawValue != 0 else { return nil }
    return Int64(value.rawValue)
  }
}
