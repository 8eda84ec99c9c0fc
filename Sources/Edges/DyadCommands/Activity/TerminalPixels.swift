internal import CommandLineCore
internal import RingDrawing

/// How many colours a terminal shows.
enum TerminalColours {
  /// As many as there are.
  case all
  /// 6 of each kind of light.
  case palette

  /// What the terminal says of itself; `nil` where it shows none, or nobody wants any.
  init?(_ palette: Palette, _ environment: (String) -> String?) {
    guard palette.isOn else { return nil }
    let says = ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "")
    self = says || (environment("TERM") ?? "").hasSuffix("direct") ? .all : .palette
  }
}

/// Pixels as half blocks: the upper one is the character's colour, the lower one its ground.
enum TerminalPixels {
  static func lines(_ canvas: RingCanvas, _ colours: TerminalColours) -> [String] {
    stride(from: 0, to: canvas.height - 1, by: 2).map { row in
      var line = ""
      var last = ""
      for column in 0..<canvas.width {
        let (upper, lower) = (canvas.shown(column, row), canvas.shown(column, row + 1))
        let (codes, character): ([String], String) =
          switch (upper, lower) {
          case (nil, nil): ([], " ")
          case (let upper?, nil): ([code(upper, 38, colours)], "▀")
          case (nil, let lower?): ([code(lower, 38, colours)], "▄")
          case (let upper?, let lower?):
            ([code(upper, 38, colours), code(lower, 48, colours)], "▀")
          }
        let paint = "\u{1B}[\((["0"] + codes).joined(separator: ";"))m"
        if paint != last { line += paint }
        last = paint
        line += character
      }
      return line + "\u{1B}[0m"
    }
  }

  private static func code(_ colour: RingColour, _ kind: Int, _ colours: TerminalColours) -> String
  {
    let parts = [colour.red, colour.green, colour.blue]
    switch colours {
    case .all:
      let bytes = parts.map { String(Int(min(1, max(0, $0)) * 255 + 0.5)) }
      return "\(kind);2;" + bytes.joined(separator: ";")
    case .palette:
      // Steps of the cube of colours: 0, then 95 to 255 in fives of 40.
      let steps = parts.map { part in
        let byte = min(1, max(0, part)) * 255
        return byte < 48 ? 0 : max(1, min(5, Int((byte - 55) / 40 + 0.5)))
      }
      return "\(kind);5;\(16 + 36 * steps[0] + 6 * steps[1] + steps[2])"
    }
  }
}

extension RingCanvas {
  /// The colour of a pixel on a dark ground; `nil` where hardly anything covers it.
  fileprivate func shown(_ column: Int, _ row: Int) -> RingColour? {
    let pixel = pixels[row * width + column]
    guard pixel.cover > 0.3 else { return nil }
    let cover = pixel.cover
    return RingColour(
      pixel.colour.red * cover, pixel.colour.green * cover, pixel.colour.blue * cover)
  }
}
