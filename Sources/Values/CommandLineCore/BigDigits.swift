/// A short number in digits that can be read from across a room.
package enum BigDigits {
  /// Three dots wide and five high; each dot is two characters, which together are about square.
  private static let shapes = [
    ["███", "█ █", "█ █", "█ █", "███"],
    [" █ ", "██ ", " █ ", " █ ", "███"],
    ["███", "  █", "███", "█  ", "███"],
    ["███", "  █", " ██", "  █", "███"],
    ["█ █", "█ █", "███", "  █", "  █"],
    ["███", "█  ", "███", "  █", "███"],
    ["███", "█  ", "███", "█ █", "███"],
    ["███", "  █", "  █", "  █", "  █"],
    ["███", "█ █", "███", "█ █", "███"],
    ["███", "█ █", "███", "  █", "███"],
  ]
  private static let height = 5
  private static let gap = "  "
  private static let groupGap = "      "

  /// The lines that show `digits`, in groups as people read them out: of four where the number of digits
  /// is a multiple of four, else of three.
  ///
  /// All lines are equally wide: 50 columns for six digits, 66 for eight. What is no digit is left out,
  /// as the space in "482 913". With `isASCII` the dots are number signs.
  package static func lines(_ digits: String, isASCII: Bool = false) -> [String] {
    let numbers = digits.utf8.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
    let groupSize = numbers.count.isMultiple(of: 4) ? 4 : 3
    return (0..<height).map { row in
      var line = ""
      for (index, number) in numbers.enumerated() {
        if index > 0 { line += index.isMultiple(of: groupSize) ? groupGap : gap }
        for dot in shapes[number][row] { line += "\(dot)\(dot)" }
      }
      return isASCII ? String(line.map { $0 == " " ? $0 : "#" }) : line
    }
  }
}
