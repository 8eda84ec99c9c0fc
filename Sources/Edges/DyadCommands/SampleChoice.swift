internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TextFormats

/// The options that say which samples of a type are meant.
struct SampleChoice: Sendable {
  static let options: [Option] = [.from, .to, .timeZone, .source, .metadata]

  /// How many conditions one option may add; a predicate has to stay small.
  private static let mostConditions = 64

  /// What the options ask for, beside sources.
  private let conditions: [Predicate]
  /// The sources that were named, by bundle identifier or by what people read.
  private let sources: [String]
  /// By whose clocks days begin, and a terminal shows times.
  let zone: TimeZoneRules

  /// Reads the options.
  init(_ arguments: ParsedArguments, clock: WallClock = .system) throws {
    var parts: [Predicate] = []
    let now = clock.now
    zone = try ZoneChoice.zone(arguments)
    let from = try arguments.date(.from, at: now, in: zone)?.seconds
    let to = try arguments.date(.to, at: now, in: zone)?.seconds
    if let from, let to, to < from {
      throw arguments.unusable(.to, "it lies before --from")
    }
    if from != nil || to != nil { parts.append(.window(from: from, to: to)) }
    sources = arguments.values(.source)
    let metadata = arguments.values(.metadata)
    guard metadata.count <= Self.mostConditions else {
      throw arguments.unusable(.metadata, "it is given more than \(Self.mostConditions) times")
    }
    for condition in metadata {
      guard let part = Self.metadata(condition) else {
        throw arguments.unusable(.metadata, "expected KEY or KEY=VALUE")
      }
      parts.append(part)
    }
    conditions = parts
  }

  /// Whether no option was given.
  var isEmpty: Bool { conditions.isEmpty && sources.isEmpty }

  /// What the options ask for of a type; a source that nobody is called is said.
  ///
  /// - Parameters:
  ///   - type: Whose samples are meant.
  ///   - data: Where they are.
  /// - Returns: All that they ask for, and whether every source that was named is there.
  /// - Throws: What reading the sources throws.
  func predicate(
    of type: ObjectType, in data: any OwnerAccess
  ) async throws -> (predicate: Predicate, isOfKnown: Bool) {
    let (saved, isOfKnown) = try await Self.predicate(sources, of: type, in: data)
    return (.and(conditions + [saved]), isOfKnown)
  }

  /// What was saved by sources of these names or bundle identifiers; by all of them where none is named.
  static func predicate(
    _ sources: [String], of type: ObjectType, in data: any OwnerAccess
  ) async throws -> (predicate: Predicate, isOfKnown: Bool) {
    guard !sources.isEmpty else { return (.constant(true), true) }
    let known = try await data.sources(of: type, where: .constant(true))
    var meant: Set<String> = []
    var isOfKnown = true
    for name in sources {
      let matches = known.filter {
        $0.bundleIdentifier == name || $0.name.lowercased() == name.lowercased()
      }
      meant.formUnion(matches.map(\.bundleIdentifier))
      guard matches.isEmpty else { continue }
      meant.insert(name)
      isOfKnown = known.isEmpty
      if known.isEmpty { continue }
      let names = Set(known.map(\.bundleIdentifier)).sorted().joined(separator: ", ")
      Messages.note("nobody called \(name) saved \(type.name); \(names) did")
    }
    return (.sources(bundleIdentifiers: meant), isOfKnown)
  }

  // A word on a command line does not say what it is, so it means everything it can be read as.
  private static func metadata(_ condition: String) -> Predicate? {
    let key = String(condition.prefix { $0 != "=" })
    guard !key.isEmpty else { return nil }
    guard key.endIndex < condition.endIndex else { return .hasMetadata(key: key) }
    let text = String(condition.dropFirst(key.count + 1))
    var values: Set<MetadataValue> = [.string(text)]
    if let value = try? JSONValue(parsing: text) {
      switch value {
      case .integer(let number): values.insert(.integer(number))
      case .number(let number): values.insert(.double(number))
      case .bool(let flag): values.insert(.bool(flag))
      case .null, .string, .array, .object: break
      }
    }
    if let date = try? DateText(parsing: text) { values.insert(.date(date.secondsSince2001)) }
    return .metadataIn(key: key, values)
  }
}

extension Option {
  static let from = Option(
    "from", value: "DATE", help: "Only samples that end at DATE or later, such as -7d or today")
  static let to = Option("to", value: "DATE", help: "Only samples that start before DATE")
  static let source = Option(
    "source", value: "SOURCE",
    help: "Only samples that SOURCE saved: its bundle identifier or its name",
    isRepeatable: true, completion: .asked(CompletionWords.sources.rawValue))
  static let metadata = Option(
    "where", value: "KEY=VALUE",
    help: "Only samples with that metadata; KEY alone asks for any value", isRepeatable: true)
  static let uuid = Option(
    "uuid", short: "u", value: "UUID",
    help: "Only the sample with that UUID, in full or as a terminal shows it", isRepeatable: true)
}

extension ParsedArguments {
  /// The values of `--uuid`.
  func uuids() throws(CommandLineError) -> [UUIDWord] {
    var words: [UUIDWord] = []
    for text in values(.uuid) {
      guard let word = UUIDWord(text) else {
        throw unusable(
          .uuid,
          "expected 32 hexadecimal digits as 8-4-4-4-12, or the short form 490E..00000000002A")
      }
      words.append(word)
    }
    return words
  }
}
