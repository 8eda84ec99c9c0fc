internal import CommandLineCore
internal import CommandSupport
internal import HealthModel

/// Units in sentences, and as they are typed.
enum UnitWords {
  /// So many are enough to find the one that was meant.
  private static let most = 8

  /// Units that fit a type: "kg, g, lb".
  static func list(of type: ObjectType) -> String {
    let units = type.description?.fittingUnits.prefix(most).map(\.unitString) ?? []
    return units.isEmpty ? "No unit" : units.joined(separator: ", ")
  }

  /// Reads a unit of a type; moles of glucose need not say of what they are.
  static func unit(_ text: String, of type: ObjectType?) throws(ModelError) -> Unit {
    let isMolar = type == .bloodGlucose && text.hasSuffix("mol/L") || text.hasSuffix("mol/dL")
    let whole =
      isMolar ? text.split(separator: "/").joined(separator: "<180.15588000005408>/") : text
    return try Unit(parsing: whole)
  }

  /// The unit of `--unit`; one that does not exist is told with those that would do.
  static func unit(_ arguments: ParsedArguments) throws(CommandLineError) -> Unit? {
    guard let text = arguments.value(.unit) else { return nil }
    let type = arguments.value(.type).flatMap { ObjectType(named: $0) }
    do throws(ModelError) {
      return try unit(text, of: type)
    } catch {
      var failure = arguments.unusable(.unit, error.detail)
      if let type, type.description?.canonicalUnit != nil {
        failure.advice = "\(list(of: type)) would do."
      }
      throw failure
    }
  }

  /// Refuses the unit of `--unit` where the type is not told in such a unit.
  static func check(_ unit: Unit?, of type: ObjectType) throws(ProgramFailure) {
    guard let unit else { return }
    let canonical = type.description?.canonicalUnit
    guard let canonical, unit.isCompatible(with: canonical) else {
      throw ProgramFailure(
        .usage,
        "cannot use --unit: \(type.name) has \(canonical == nil ? "no unit" : "another dimension")",
        advice: canonical == nil ? "Leave it out." : "\(list(of: type)) would do.")
    }
  }
}

extension Unit {
  /// As people read it: "mmol/L" for moles that say of what they are, and a full stop for a product where
  /// there is ASCII alone.
  var readableString: String {
    var text = unitString
    if TerminalAlphabet.isASCII { text = String(text.map { $0 == "·" ? "." : $0 }) }
    while let start = text.firstIndex(of: "<"), let end = text[start...].firstIndex(of: ">") {
      text.removeSubrange(start...end)
    }
    return text
  }
}
