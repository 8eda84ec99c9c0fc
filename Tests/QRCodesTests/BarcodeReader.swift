internal import TestSupport

/// zbar, which has never seen our code, reads what a terminal would show.
enum BarcodeReader {
  /// Why nothing was read.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// The light of a screen around the code, in character cells.
  private static let marginCells = 6
  /// A camera sees a module with several of its own dots.
  private static let dotsPerModule = 4

  private static let program = "/usr/bin/zbarimg"

  /// What the lines say, on a terminal of either kind.
  static func read(_ lines: [String], onLightTerminal isLight: Bool) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.write(try picture(of: lines, onLightTerminal: isLight), to: "code.pgm")
    let ending = try RunningProgram.run(
      program,
      [
        "--quiet", "--raw", "--oneshot", "--nodbus", "-Sdisable", "-Sqrcode.enable", "-Sbinary",
        folder.file("code.pgm"),
      ], environment: ["HOME": folder.path])
    guard ending.exitCode == 0 else {
      throw Failure("cannot read the code: zbarimg ended with \(ending)")
    }
    return Array(ending.output.utf8)
  }

  /// The dots that the lines light up, as a portable grey map.
  private static func picture(
    of lines: [String], onLightTerminal isLight: Bool
  ) throws -> [UInt8] {
    let paper: UInt8 = isLight ? 255 : 0
    let ink = 255 - paper
    let columns = (lines.first?.count ?? 0) + 2 * marginCells
    let margin = [UInt8](repeating: paper, count: marginCells)
    var rows = [[UInt8]](repeating: [UInt8](repeating: paper, count: columns), count: marginCells)
    for line in lines {
      var upper = margin
      var lower = margin
      for character in line {
        switch character {
        case "█": (upper, lower) = (upper + [ink], lower + [ink])
        case "▀": (upper, lower) = (upper + [ink], lower + [paper])
        case "▄": (upper, lower) = (upper + [paper], lower + [ink])
        case " ": (upper, lower) = (upper + [paper], lower + [paper])
        default: throw Failure("cannot draw '\(character)': it is no block")
        }
      }
      rows += [upper + margin, lower + margin]
    }
    rows += rows.prefix(marginCells)
    guard rows.allSatisfy({ $0.count == columns }) else {
      throw Failure("cannot draw the lines: they are not equally wide")
    }
    var bytes = Array("P5 \(columns * dotsPerModule) \(rows.count * dotsPerModule) 255\n".utf8)
    for row in rows {
      let wide = row.flatMap { [UInt8](repeating: $0, count: dotsPerModule) }
      for _ in 0..<dotsPerModule { bytes += wide }
    }
    return bytes
  }
}
