/// Colours of a terminal, where they are wanted.
package struct Ink: Hashable, Sendable {
  /// A way to set text apart.
  package enum Colour: String, Hashable, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case magenta = "35"
  }

  /// Whether painting does anything.
  package let isOn: Bool

  /// Makes it.
  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// The text in that colour, or as it is.
  package func paint(_ text: String, _ colour: Colour) -> String {
    isOn ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Standing {
  /// How it stands out among others.
  var colour: Ink.Colour {
    switch self {
    case .held: .green
    case .failed, .surprising: .red
    case .tolerated, .known: .yellow
    case .undecided: .magenta
    case .inapplicable: .dim
    }
  }

  /// One character, for lists.
  package var mark: String {
    switch self {
    case .held: "✓"
    case .failed, .surprising: "✗"
    case .tolerated, .known: "!"
    case .undecided: "?"
    case .inapplicable: "–"
    }
  }
}
