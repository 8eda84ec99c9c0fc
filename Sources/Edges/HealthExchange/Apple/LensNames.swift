internal import HealthModel

/// How an export names what is measured of an eye, and how the details of a prescription do.
enum LensNames {
  /// The attribute, which has a second one for the unit; the detail without its side; and the unit where none is said.
  static let all: [(attribute: String, detail: String, unit: Unit)] = [
    ("sphere", "Sphere", .diopter), ("cylinder", "Cylinder", .diopter),
    ("axis", "Axis", degree), ("add", "Addition", .diopter),
    ("vertex", "VertexDistance", millimeter), ("prismAmount", "PrismAmount", prismDiopter),
    ("prismAngle", "PrismAngle", degree), ("farPD", "FarPupillaryDistance", millimeter),
    ("nearPD", "NearPupillaryDistance", millimeter), ("baseCurve", "BaseCurve", millimeter),
    ("diameter", "Diameter", millimeter),
  ]

  private static let degree = unit("deg")
  private static let millimeter = unit("mm")
  private static let prismDiopter = unit("pD")

  private static func unit(_ text: String) -> Unit {
    guard let unit = try? Unit(parsing: text) else { preconditionFailure("\(text) is a unit") }
    return unit
  }
}
