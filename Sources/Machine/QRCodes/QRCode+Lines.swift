extension QRCode {
  /// ISO/IEC 18004 §9.1 asks for four light modules around the code; readers make do with two.
  package static let quietZone = 4

  /// The code as lines for a terminal: two modules, one above the other, in each character.
  ///
  /// What is drawn in the colour of text are the light modules, which fits light text on a dark
  /// terminal; with `isInverted` they are the dark ones, for dark text on a light terminal. Either way
  /// the code looks dark on light, as readers want it.
  package func lines(isInverted: Bool = false, quietZone: Int = quietZone) -> [String] {
    let edge = size + quietZone
    return stride(from: -quietZone, to: edge, by: 2).map { y in
      var line = ""
      for x in -quietZone..<edge {
        let isUpperDrawn = isDark(x, y) == isInverted
        // The size is odd, so the last line has a row to spare; it makes the quiet zone wider.
        let isLowerDrawn = isDark(x, y + 1) == isInverted
        switch (isUpperDrawn, isLowerDrawn) {
        case (true, true): line += "█"
        case (true, false): line += "▀"
        case (false, true): line += "▄"
        case (false, false): line += " "
        }
      }
      return line
    }
  }

  private func isDark(_ x: Int, _ y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && self[x, y]
  }
}
