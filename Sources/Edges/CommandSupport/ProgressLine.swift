/// How far long work is, as one line of a terminal says it.
package struct ProgressLine: Hashable, Sendable {
  /// What is done: "Saving".
  package var verb: String
  /// What is counted, in the plural; `nil` where nothing is.
  package var noun: String?
  /// How many of them are done.
  package var count = 0
  /// How much of all the work that is; `nil` where nobody knows.
  package var share: Double?

  /// Makes the line of work that begins.
  package init(_ verb: String, of noun: String? = nil) {
    self.verb = verb
    self.noun = noun
  }

  /// The line: a bar where the share is known, what was counted, how fast it goes, and what time is left.
  ///
  /// - Parameters:
  ///   - seconds: How long the work has lasted.
  ///   - columns: How many columns the terminal has.
  ///   - isASCII: Whether it shows nothing but ASCII.
  /// - Returns: Less than a full line of it.
  package func text(after seconds: Double, columns: Int, isASCII: Bool) -> String {
    var parts: [String] = []
    if let noun {
      let rate = seconds > 0 ? Double(count) / seconds : 0
      parts.append("\(Self.grouped(count)) \(noun)")
      if count > 0 { parts.append("\(Self.grouped(Self.rounded(rate)))/s") }
    }
    if let share, share > 0 {
      parts.append("\(Self.span(seconds * (1 - min(1, share)) / share)) left")
    } else {
      parts.append(Self.span(seconds))
    }
    let words = parts.joined(separator: ", ")
    guard let share else { return String("\(verb): \(words)".prefix(columns - 1)) }
    let percent = Int(min(1, max(0, share)) * 100)
    let end = " \(percent < 100 ? " " : "")\(percent < 10 ? " " : "")\(percent)%  \(words)"
    // The last column stays free, where a terminal would begin another line.
    let width = min(30, columns - 1 - verb.count - 1 - end.count)
    guard width >= 5 else { return String("\(verb)\(end)".prefix(columns - 1)) }
    let full = width * percent / 100
    let bar =
      String(repeating: isASCII ? "#" : "\u{2588}", count: full)
      + String(repeating: isASCII ? "." : "\u{2591}", count: width - full)
    return "\(verb) \(bar)\(end)"
  }

  /// Three figures are all that a rate has that means anything.
  private static func rounded(_ rate: Double) -> Int {
    var unit = 1.0
    while rate / unit >= 1_000 { unit *= 10 }
    return Int((rate / unit).rounded() * unit)
  }

  /// "1,234,567".
  private static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }

  /// "8 s", "2 min 8 s", "3 h 5 min".
  private static func span(_ seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(), 3_600_000))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }
}
