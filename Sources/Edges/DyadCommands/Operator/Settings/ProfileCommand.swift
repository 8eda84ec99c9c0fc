internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import RPCCore
internal import TextFormats

/// `dyad profile`: what the user said of themselves.
struct ProfileCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad profile", operation: "show or set the profile", place: .phone)

  static let command = Command(
    "profile", summary: "Show or set birth date, sex, blood type and more of the user",
    discussion: """
      Only the phone sets them; each watch gets them. Without a NAME all are shown, without a VALUE \
      that one. not-set takes a value away. wheelchair holds from now on, or from --since; what held before \
      is kept, and rings are of pushes and rolled hours on days that end in a wheelchair.

      birth-date is a date like 1990-04-01. sex is female, male or other. blood-type is a-positive, \
      a-negative, b-positive and so on. skin-type is i to vi, by Fitzpatrick. wheelchair is yes or no.
      """,
    examples: [
      .init("dyad profile", "show everything"),
      .init("dyad profile birth-date 1990-04-01", "set one"),
      .init("dyad profile blood-type not-set", "take one away"),
      .init("dyad profile wheelchair yes --since 2026-03-01", "it was so before today"),
    ], options: [since, .timeZone], arguments: [name, value])

  private static let since = Option(
    "since", value: "DATE", help: "With wheelchair: it holds from then on, until the next change")

  private static let name = Argument(
    "NAME", help: CharacteristicWords.names.joined(separator: ", "), isRequired: false,
    completion: .words(CharacteristicWords.names))
  private static let value = Argument("VALUE", help: "What it is", isRequired: false)

  private let kind: Characteristic.Kind?
  private let value: String?
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    value = arguments.value(Self.value)
    if arguments.has(Self.since), arguments.value(Self.name) != "wheelchair" || value == nil {
      throw arguments.unusable(
        Self.since, "only wheelchair has a history: 'wheelchair yes --since DATE'")
    }
    guard let name = arguments.value(Self.name) else {
      kind = nil
      return
    }
    guard let kind = CharacteristicWords.kind(name) else {
      let names = CharacteristicWords.names.joined(separator: ", ")
      throw arguments.unusable(Self.name, "expected one of \(names)")
    }
    self.kind = kind
    if let value {
      // Seen before anything is asked; the value itself is made when the history is known.
      let isKnown =
        CharacteristicWords.characteristic(
          value, of: kind, after: WheelchairHistory(), now: 0) != nil
      guard isKnown else {
        throw arguments.unusable(Self.value, "expected \(CharacteristicWords.values(kind))")
      }
    }
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    try checkBirth(context)
    let since = try arguments.date(
      Self.since, at: context.now, in: try ZoneChoice.zone(arguments))?.seconds
    if let since, since > context.now {
      throw arguments.unusable(Self.since, "it has not come yet")
    }
    let profile = try await context.withClient { client in
      let profile = try await client.call(OperatorMethods.getProfile, GetProfileRequest())
      guard let kind, let value else { return profile }
      let known = try characteristics(profile, context)
      var history = WheelchairHistory()
      for case .wheelchairUse(let found) in known { history = found }
      guard
        let new = CharacteristicWords.characteristic(
          value, of: kind, after: history, now: since ?? context.now)
      else {
        throw ProgramFailure(
          .failure, "cannot set the profile: the clock shows no usable time",
          advice: "Set the clock: 'timedatectl' shows it.")
      }
      var request = SetProfileRequest()
      request.characteristic = try new.encoded()
      return try await client.call(OperatorMethods.setProfile, request)
    }
    let known = try characteristics(profile, context)
    let kinds = CharacteristicWords.names.compactMap(CharacteristicWords.kind)
      .filter { kind == nil || $0 == kind }
    let shown = kinds.map { kind in
      (
        CharacteristicWords.name(kind),
        CharacteristicWords.text(
          known.last { $0.kind == kind } ?? .notSet(kind), now: context.now)
      )
    }
    var table = Table([.init("NAME"), .init("VALUE")])
    for (name, text) in shown { table.append([name, text]) }
    try context.write(
      table, json: [.object(shown.map { .init($0.0, .string($0.1)) })])
    return .success
  }

  /// Refuses a date of birth that is yet to come, or longer ago than anybody lived.
  private func checkBirth(_ context: OperatorContext) throws {
    guard kind == .dateOfBirth, let value, value != CharacteristicWords.notSet else { return }
    guard let born = try? DateText(parsing: value).secondsSince2001,
      case let age = (context.now - born) / (365.25 * Instant.secondsPerDay),
      (-0.01...130).contains(age)
    else {
      throw ProgramFailure(
        .usage, "cannot use VALUE: nobody who lives was born then",
        advice: "Write the date of birth like 1990-04-01.")
    }
  }

  private func characteristics(
    _ profile: ProfileMessage, _ context: OperatorContext
  ) throws(ProgramFailure) -> [Characteristic] {
    do throws(CodecError) {
      return try profile.characteristics.map { bytes throws(CodecError) in
        try Characteristic(decoding: bytes, limits: .wire)
      }
    } catch {
      throw context.strangeAnswer
    }
  }
}
