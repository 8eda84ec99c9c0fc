/// One of several rings in each other: how much of it is closed, and its colour.
package struct Ring: Hashable, Sendable {
  /// 1 is all of it; more goes round again.
  package var progress: Double
  package var colour: RingColour

  package init(_ progress: Double, _ colour: RingColour) {
    self.progress = progress.isFinite ? max(0, progress) : 0
    self.colour = colour
  }

  /// So much is closed of what is drawn: beyond it, a further turn looks like this one.
  var turns: Double { progress > 2 ? 1 + progress.truncatingRemainder(dividingBy: 1) : progress }
}

/// A colour of light, from 0 to 1.
package struct RingColour: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double

  package init(_ red: Double, _ green: Double, _ blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A vermilion, a yellow and a sky blue: they differ in lightness as well, so that nobody who tells few colours
  /// apart takes one for another.
  package static let move = Self(0.96, 0.26, 0.21)
  package static let exercise = Self(0.80, 0.93, 0.20)
  package static let stand = Self(0.20, 0.69, 0.98)

  func mixed(with other: Self, _ share: Double) -> Self {
    Self(
      red + (other.red - red) * share, green + (other.green - green) * share,
      blue + (other.blue - blue) * share)
  }

  static let black = Self(0, 0, 0)
  static let white = Self(1, 1, 1)

  /// "#f54336".
  var hexadecimal: String {
    "#"
      + [red, green, blue].map { part in
        let text = String(Self.byte(part), radix: 16)
        return text.utf8.count == 1 ? "0" + text : text
      }.joined()
  }

  static func byte(_ part: Double) -> UInt8 { UInt8(min(1, max(0, part)) * 255 + 0.5) }
}
