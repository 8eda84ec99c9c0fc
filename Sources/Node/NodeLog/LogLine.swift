package import TextFormats

/// One thing that happened: when, how much it matters, its name, and what goes with it.
///
/// Nothing of a person's health, no key, no token and nothing that a peer says of itself goes into one.
package struct LogLine: Hashable, Sendable {
  /// What goes with an event.
  package typealias Field = JSONValue.Member

  /// When it happened; `nil` for a time that has no date.
  package var time: DateText?
  /// How much it matters.
  package var level: LogLevel
  /// Its name: what it concerns and what happened, "connection.refused".
  package var event: String
  /// What goes with it, in order.
  package var fields: [Field]

  /// Makes a line.
  package init(_ time: DateText?, _ level: LogLevel, _ event: String, _ fields: [Field] = []) {
    self.time = time
    self.level = level
    self.event = event
    self.fields = fields
  }
}

extension LogLine.Field {
  /// A text that goes with an event.
  package static func text(_ name: String, _ value: String) -> Self {
    Self(name, .string(value))
  }

  /// A number that goes with an event.
  package static func number(_ name: String, _ value: Int) -> Self {
    Self(name, .integer(Int64(value)))
  }
}
