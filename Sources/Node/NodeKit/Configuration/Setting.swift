/// One thing that can be told to a daemon: its key, what it means, and where it goes.
package struct Setting: Sendable {
  /// The section and the name with a dot between them, or the name alone.
  package let key: String
  /// What it means, in a sentence.
  package let meaning: String
  /// What its value has to be: "a whole number from 1 to 64".
  package let expected: String
  /// Whether a change holds without a new start.
  package let changesLive: Bool
  /// Takes a value over, and says whether it is one.
  package let write: @Sendable (inout Settings, ConfigurationValue) -> Bool
  /// The value that holds.
  package let read: @Sendable (Settings) -> ConfigurationValue

  /// The section, or nothing.
  package var section: String {
    key.firstIndex(of: ".").map { String(key[..<$0]) } ?? ""
  }

  /// The key within its section.
  package var name: String {
    key.firstIndex(of: ".").map { String(key[key.index(after: $0)...]) } ?? key
  }

  /// The lines that explain it in a configuration.
  var comment: [String] {
    var words = "\(meaning) Expects \(expected)."
    if !changesLive { words += " A change needs a new start." }
    var lines = [""]
    for word in words.split(separator: " ") {
      let last = lines.count - 1
      if lines[last].count + word.count > 96 {
        lines.append(String(word))
      } else {
        lines[last] += lines[last].isEmpty ? String(word) : " \(word)"
      }
    }
    return lines
  }

  /// A key as an error names it: with its section, where it has one.
  static func placed(_ key: String) -> String {
    let parts = key.split(separator: ".")
    return parts.count == 2 ? "\(parts[1]) in section [\(parts[0])]" : "\(key), before any section"
  }
}

// Kinds of settings.
extension Setting {
  typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

  static func integer(
    _ key: String, _ path: Path<Int>, in range: ClosedRange<Int>, _ meaning: String
  ) -> Setting {
    Setting(
      key: key, meaning: meaning,
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      changesLive: false
    ) { settings, value in
      guard case .integer(let number) = value, range.contains(number) else { return false }
      settings[keyPath: path] = number
      return true
    } read: { settings in
      .integer(settings[keyPath: path])
    }
  }

  static func size(
    _ key: String, _ path: Path<Int>, in range: ClosedRange<Int>, _ meaning: String
  ) -> Setting {
    Setting(
      key: key, meaning: meaning,
      expected:
        "a size from \(SizeText.text(range.lowerBound)) to \(SizeText.text(range.upperBound))",
      changesLive: false
    ) { settings, value in
      let size: Int? =
        switch value {
        case .integer(let number): number
        case .string(let text): SizeText.size(text)
        default: nil
        }
      guard let size, range.contains(size) else { return false }
      settings[keyPath: path] = size
      return true
    } read: { settings in
      .string(SizeText.text(settings[keyPath: path]))
    }
  }

  static func duration(
    _ key: String, _ path: Path<Duration>, in range: ClosedRange<Duration>,
    changesLive: Bool = false, _ meaning: String
  ) -> Setting {
    let (low, high) = (DurationText.text(range.lowerBound), DurationText.text(range.upperBound))
    return Setting(
      key: key, meaning: meaning, expected: "a duration from \"\(low)\" to \"\(high)\"",
      changesLive: changesLive
    ) { settings, value in
      guard case .string(let text) = value, let duration = DurationText.duration(text),
        range.contains(duration)
      else { return false }
      settings[keyPath: path] = duration
      return true
    } read: { settings in
      .string(DurationText.text(settings[keyPath: path]))
    }
  }

  static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: String, _ path: Path<Word>, changesLive: Bool, _ meaning: String
  ) -> Setting {
    let words = Word.allCases.map { "\"\($0.rawValue)\"" }
    return Setting(
      key: key, meaning: meaning,
      expected: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""),
      changesLive: changesLive
    ) { settings, value in
      guard case .string(let text) = value, let word = Word(rawValue: text) else { return false }
      settings[keyPath: path] = word
      return true
    } read: { settings in
      .string(settings[keyPath: path].rawValue)
    }
  }

  static func path(_ key: String, _ path: Path<String>, _ meaning: String) -> Setting {
    Setting(
      key: key, meaning: meaning, expected: "a path from the root on, or \"\"", changesLive: false
    ) { settings, value in
      guard case .string(let text) = value, text.isEmpty || text.hasPrefix("/"),
        !text.utf8.contains(0)
      else { return false }
      settings[keyPath: path] = text
      return true
    } read: { settings in
      .string(settings[keyPath: path])
    }
  }
}
