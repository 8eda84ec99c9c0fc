internal import ConformanceWire

/// A recording in words: every message decoded, and what the order of things forbids.
package struct TraceReport: Sendable {
  /// One message with what is wrong about it.
  package struct Line: Sendable {
    package let message: TracedMessage
    /// What it says, indented; `nil` for one that is no message of the protocol.
    package let text: String
    package let breaches: [SessionRules.Breach]
  }

  /// In the order in which they passed.
  package let lines: [Line]

  /// Whether nothing is wrong.
  package var isSound: Bool { lines.allSatisfy(\.breaches.isEmpty) }

  /// Decodes and checks.
  package init(_ messages: [TracedMessage]) {
    var sessions: [[UInt32]: SessionRules] = [:]
    lines = messages.map { message in
      let key = [UInt32(clamping: message.connection), message.stream]
      guard case .message(let bytes) = message.content else {
        return Line(message: message, text: "", breaches: [])
      }
      guard let decoded = Self.decode(bytes, message) else {
        let breach = SessionRules.Breach(
          clause: "SYNC-MALFORMED", observed: "\(bytes.count) bytes that are no such message")
        return Line(message: message, text: "", breaches: message.isOfSession ? [breach] : [])
      }
      let breaches =
        message.isOfSession
        ? sessions[key, default: SessionRules()].take(decoded, from: message.from) : []
      return Line(message: message, text: decoded.text, breaches: breaches)
    }
  }

  private static func decode(_ bytes: [UInt8], _ message: TracedMessage) -> Message? {
    guard let method = Schema.shared.methods[message.method] else { return nil }
    let type = message.from == .watch ? method.input : method.output
    // What cannot be read is told as such.
    return try? Message(type, decoding: bytes)
  }

  /// The whole of it for people.
  package func text(_ clauses: ClauseBook = .shared) -> String {
    var text = ""
    for line in lines {
      let message = line.message
      let arrow = message.from == .watch ? "watch → phone" : "phone → watch"
      text +=
        "\(seconds(message.at))  \(arrow)  \(message.connection).\(message.stream)  \(message.method)"
      switch message.content {
      case .message(let bytes): text += "  \(bytes.count) bytes\n"
      case .end(let code, let words):
        text += "  ends with \(CallEnd(code: code, message: words))\n"
      }
      for row in line.text.split(separator: "\n") { text += "    \(row)\n" }
      for breach in line.breaches {
        text += "  ✗ \(breach.clause): \(breach.observed)\n"
        if let clause = clauses[breach.clause] { text += "    \(clause.text)\n" }
      }
    }
    let breaches = lines.reduce(0) { $0 + $1.breaches.count }
    let sessions = Set(lines.filter(\.message.isOfSession).map(\.message.connection)).count
    text += "\(lines.count) messages, \(sessions) sessions, "
    return text
      + (breaches == 0
        ? "nothing against the order of things\n" : "\(breaches) against the order of things\n")
  }

  /// With three digits after the point, for columns.
  private func seconds(_ value: Double) -> String {
    let milliseconds = Int((value * 1e3).rounded())
    let digits = String(milliseconds % 1000)
    let whole = String(milliseconds / 1000)
    return String(repeating: " ", count: max(0, 4 - whole.count)) + whole + "."
      + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
