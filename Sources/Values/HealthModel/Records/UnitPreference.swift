/// The unit in which the user wants quantities of one type to be shown.
package struct UnitPreference: Hashable, Sendable {
  package let type: ObjectType
  package let unit: Unit

  /// - Throws: `invalidArgument` unless quantities of `type` can be told in `unit`.
  package init(of type: ObjectType, _ unit: Unit) throws(ModelError) {
    guard let canonical = type.description?.canonicalUnit else {
      throw Self.refusal("\(type.identifier) is no type that quantities have")
    }
    guard unit.isCompatible(with: canonical) else {
      throw Self.refusal(
        "\(type.identifier) requires a unit compatible with \(canonical.unitString)")
    }
    self.type = type
    self.unit = unit
  }

  private static func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "prefer the unit", detail)
  }
}
