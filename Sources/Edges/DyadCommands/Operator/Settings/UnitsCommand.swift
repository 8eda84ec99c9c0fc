internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import TextFormats

/// `dyad units`: in which units types are shown.
struct UnitsCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad units", operation: "show or choose units", place: .phone)

  static let command = Command(
    "units", summary: "Show or choose the units in which types are shown",
    discussion: """
      Only the phone chooses; each watch gets the choice. Without a UNIT it shows what was chosen. \
      usual takes a choice back: the type is shown in the unit that people use where LANG says.
      """,
    examples: [
      .init("dyad units", "show what was chosen"),
      .init("dyad units bodyMass lb", "show weights in pounds"),
      .init("dyad units bodyMass usual", "take that back"),
    ], arguments: [type, unit])

  private static let type = Argument(
    "TYPE", help: "A type that has quantities, such as bodyMass", isRequired: false,
    completion: .words(TypeWords.names))
  /// What takes a choice back.
  private static let usual = "usual"
  private static let unit = Argument(
    "UNIT", help: "A unit that fits it, such as lb or mmol/L, or \(usual)",
    isRequired: false,
    completion: .asked(CompletionWords.units.rawValue))

  private let type: ObjectType?
  private let request: PreferUnitRequest

  init(_ arguments: ParsedArguments) throws {
    var request = PreferUnitRequest()
    type = try arguments.value(Self.type).map { word throws(ProgramFailure) in
      ObjectType(try TypeWords.identifier(word))
    }
    request.type = type?.identifier ?? ""
    if let text = arguments.value(Self.unit), let type {
      do throws(ModelError) {
        if text == Self.usual, type.description?.canonicalUnit != nil {
          request.clear = true
        } else {
          request.unit = try UnitPreference(of: type, UnitWords.unit(text, of: type)).unit
            .unitString
        }
      } catch {
        var failure = arguments.unusable(Self.unit, error.detail)
        failure.advice = "\(UnitWords.list(of: type)) would do."
        throw failure
      }
    }
    self.request = request
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    let answer = try await context.call(OperatorMethods.preferUnit, request)
    var preferences: [UnitPreference]
    do throws(CodecError) {
      preferences = try answer.preferences.map { bytes throws(CodecError) in
        try UnitPreference(decoding: bytes, limits: .wire)
      }
    } catch {
      throw context.strangeAnswer
    }
    if let type { preferences = preferences.filter { $0.type == type } }
    if preferences.isEmpty {
      let unit = type?.description?.readingUnit(in: .system)
      let usual = unit.map { "; it is shown in \($0.readableString)" } ?? ""
      context.note("No unit was chosen\(usual).")
      return .success
    }
    var table = Table([.init("TYPE"), .init("UNIT")])
    for each in preferences { table.append([each.type.name, each.unit.unitString]) }
    try context.write(
      table,
      json: preferences.map {
        .object([
          .init("type", .string($0.type.name)), .init("unit", .string($0.unit.unitString)),
        ])
      })
    return .success
  }
}
