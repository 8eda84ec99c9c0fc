internal import HealthModel
internal import TextFormats

/// What an export of ours says in entries of metadata, since Apple's form has no place for it.
///
/// Others read them as metadata of an app.
enum OwnEntry {
  /// Seconds since 2001, where they are no whole ones.
  case start(Double)
  case end(Double)
  /// The source, where its name does not tell.
  case bundle(String)
  /// How long a workout was active, where minutes do not tell it exactly.
  case seconds(Double)
  /// What is done in a leg of a workout, which has no attribute for it.
  case activity(String)
  case device(Device.Property, String)
  /// Metadata that is no text, though its key does not say so.
  case value(String, MetadataValue)

  /// What all of their keys begin with.
  static let prefix = "dyad."
  private static let valuePrefix = "dyad.exact."
  private static let devicePrefix = "dyad.device."

  /// Reads an entry; `nil` for what is none.
  init?(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    guard key.starts(with: Self.prefix.utf8) else { return nil }
    let name = String(decoding: key, as: UTF8.self)
    let text = String(decoding: value, as: UTF8.self)
    switch name {
    case "dyad.start", "dyad.end":
      guard let seconds = DecimalReader.number(value), Instant.permitted.contains(seconds) else {
        return nil
      }
      self = name == "dyad.start" ? .start(seconds) : .end(seconds)
    case "dyad.seconds":
      guard let seconds = DecimalReader.number(value), seconds >= 0 else { return nil }
      self = .seconds(seconds)
    case "dyad.bundle": self = .bundle(text)
    case "dyad.activity": self = .activity(text)
    default:
      if name.hasPrefix(Self.devicePrefix) {
        guard let number = Int(name.dropFirst(Self.devicePrefix.count)),
          let property = Device.Property(rawValue: number)
        else { return nil }
        self = .device(property, text)
      } else if name.hasPrefix(Self.valuePrefix) {
        guard let json = try? JSONValue(parsing: text), let exact = ExactValue.value(json) else {
          return nil
        }
        self = .value(String(name.dropFirst(Self.valuePrefix.count)), exact)
      } else {
        return nil
      }
    }
  }

  /// The key and the value of the entry.
  var texts: (key: String, value: String) {
    switch self {
    case .start(let seconds): ("dyad.start", seconds.exportText)
    case .end(let seconds): ("dyad.end", seconds.exportText)
    case .bundle(let text): ("dyad.bundle", text)
    case .activity(let text): ("dyad.activity", text)
    case .seconds(let seconds): ("dyad.seconds", seconds.exportText)
    case .device(let property, let text): ("\(Self.devicePrefix)\(property.rawValue)", text)
    case .value(let key, let value): ("\(Self.valuePrefix)\(key)", ExactValue.json(value).text)
    }
  }
}
