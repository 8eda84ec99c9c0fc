/// A way to set text apart on a terminal.
package enum Colour: Hashable, Sendable {
  case bold
  case dim
  case red
  case green
  case yellow

  var code: String {
    switch self {
    case .bold: "1"
    case .dim: "2"
    case .red: "31"
    case .green: "32"
    case .yellow: "33"
    }
  }
}

/// Whether colours are wanted, decided once per stream.
package struct Palette: Hashable, Sendable {
  /// Whether painting does anything.
  package let isOn: Bool

  /// Colours only where a person reads them and has not refused them by `NO_COLOR`.
  package init(isTerminal: Bool, environment: (String) -> String?) {
    let isRefused = !(environment("NO_COLOR") ?? "").isEmpty || environment("TERM") == "dumb"
    isOn = isTerminal && !isRefused
  }

  /// The palette of a standard stream.
  package init(for stream: Descriptor) {
    self.init(isTerminal: stream.isTerminal, environment: CurrentProcess.environment)
  }

  /// The text in that colour, or as it is where colours are not wanted.
  package func paint(_ text: String, _ colour: Colour) -> String {
    isOn ? "\u{1B}[\(colour.code)m\(text)\u{1B}[0m" : text
  }
}
