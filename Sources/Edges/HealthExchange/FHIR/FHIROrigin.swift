internal import HealthModel
internal import TextFormats

/// What stands in the extensions of a resource: ours, and those of apps that write what HealthKit has.
struct FHIROrigin {
  /// What the names of our extensions begin with.
  static let own = "urn:dyad:"

  /// Whether an export of ours wrote it.
  private(set) var isOwn = false
  private(set) var name: String?
  private(set) var bundle: String?
  private(set) var version: String?
  private(set) var device: [(property: Device.Property, text: String)] = []
  private(set) var metadata: Metadata = [:]
  /// Dates that a text cannot tell to the last bit; seconds since 2001.
  private(set) var start: Double?
  private(set) var end: Double?
  /// The dates of a member that are not those of its correlation.
  private(set) var effective: (start: String, end: String)?
  private(set) var quantity: Quantity?
  private(set) var events: [Workout.Event] = []
  private(set) var legs: [Workout.Leg] = []
  /// What a store has of a clinical record.
  private(set) var details: Details?
  private(set) var type: TypeDescription?

  /// - Throws: What is wrong with an extension of ours.
  init(_ resource: JSONValue) throws(RowProblem) {
    for part in resource["extension"]?.arrayValue ?? [] {
      let url = part["url"]?.stringValue ?? ""
      if url.hasPrefix(Self.own) {
        guard read(String(url.dropFirst(Self.own.count)), part) else {
          throw RowProblem(.unreadable("its extension '\(url.prefix(32))' says nothing"))
        }
      } else {
        readForeign(Self.lastWord(url), part)
      }
    }
  }

  /// Whether an extension of ours says something.
  private mutating func read(_ word: String, _ part: JSONValue) -> Bool {
    let text = part["valueString"]?.stringValue ?? ""
    switch word {
    case "source":
      isOwn = true
      name = Self.text("name", in: part)
      bundle = Self.text("bundle", in: part)
      version = Self.text("version", in: part)
      return name != nil
    case "device":
      readDevice(part)
      return true
    case "metadata":
      guard let json = try? JSONValue(parsing: text) else { return false }
      metadata = ExactValue.metadata(json)
      return true
    case "start", "end":
      guard let seconds = Double(text), Instant.permitted.contains(seconds) else { return false }
      if word == "start" { start = seconds } else { end = seconds }
      return true
    case "effective":
      let texts = text.split(separator: "/")
      guard texts.count == 2 else { return false }
      effective = (String(texts[0]), String(texts[1]))
      return true
    case "quantity":
      let words = text.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let value = Double(words[0]), value.isFinite,
        let unit = Unit.remembered(String(words[1]))
      else { return false }
      quantity = Quantity(value, unit)
      return true
    case "details":
      details = (try? JSONValue(parsing: text)).flatMap { ExactValue.details($0) }
      return details != nil
    case "type":
      type = ObjectType(text).description
      return type != nil
    case "events", "legs":
      guard let json = try? JSONValue(parsing: text) else { return false }
      if word == "events" {
        guard let told = ExactValue.events(json) else { return false }
        events = told
      } else {
        guard let told = ExactValue.legs(json) else { return false }
        legs = told
      }
      return true
    // What a later version says is none of ours.
    default: return true
    }
  }

  private mutating func readForeign(_ word: String, _ part: JSONValue) {
    switch word {
    case "sourceRevision":
      for inner in part["extension"]?.arrayValue ?? []
      where Self.lastWord(inner["url"]?.stringValue ?? "") == "source" {
        name = Self.text("name", in: inner)
        bundle = Self.text("bundleIdentifier", in: inner)
      }
      version = Self.text("version", in: part)
    case "sourceDevice": readDevice(part)
    case "metadata":
      for entry in part["extension"]?.arrayValue ?? [] {
        let key = Self.lastWord(entry["url"]?.stringValue ?? "")
        guard let value = Self.value(of: entry, for: key),
          (try? MetadataKey.check(key, value)) != nil
        else { continue }
        metadata[key] = value
      }
    case "absoluteTimeRangeStart", "absoluteTimeRangeEnd":
      guard let told = part["valueDecimal"]?.double else { return }
      let seconds = told - Instant.secondsFrom1970
      guard Instant.permitted.contains(seconds) else { return }
      if word.hasSuffix("Start") { start = seconds } else { end = seconds }
    default: break
    }
  }

  private mutating func readDevice(_ part: JSONValue) {
    for property in Device.Property.allCases {
      guard let text = Self.text("\(property)", in: part) else { continue }
      device.append((property, text))
    }
  }

  private static func value(of entry: JSONValue, for key: String) -> MetadataValue? {
    if let text = entry["valueString"]?.stringValue { return .string(text) }
    if let flag = entry["valueBoolean"]?.boolValue { return .bool(flag) }
    if let number = entry["valueDecimal"]?.double { return .double(number) }
    if let code = entry["valueCoding"]?["code"]?.stringValue {
      return Int64(code).map { .integer($0) }
    }
    guard let text = entry["valueDateTime"]?.stringValue,
      let date = try? DateText(parsing: text)
    else { return nil }
    return .date(date.secondsSince2001)
  }

  /// The text of an extension inside another one, by the last word of its name.
  private static func text(_ word: String, in part: JSONValue) -> String? {
    let inner = part["extension"]?.arrayValue?.first {
      lastWord($0["url"]?.stringValue ?? "") == word
    }
    return inner?["valueString"]?.stringValue
  }

  private static func lastWord(_ url: String) -> String {
    url.split(separator: "/").last.map { String($0) } ?? ""
  }
}
