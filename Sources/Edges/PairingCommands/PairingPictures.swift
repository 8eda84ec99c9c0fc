internal import CommandLineCore
internal import CommandSupport
internal import QRCodes

/// What a person reads off the screen from afar, and a camera.
enum PairingPictures {
  /// The digits, large; nothing where they do not fit into so many columns.
  static func digits(_ code: PairingCode, on console: Console) -> [String] {
    fitting(BigDigits.lines(code.digits, isASCII: console.isASCII), console.columns, nil)
  }

  /// The link as a QR code, smaller where there is not much room.
  ///
  /// - Parameters:
  ///   - link: What a camera reads.
  ///   - console: Where it is shown; ASCII has nothing to draw one with.
  ///   - rows: How many lines there are for it, where that is known.
  /// - Returns: Its lines; none where it does not fit, or no code holds the link.
  static func code(_ link: PairingLink, on console: Console, rows: Int?) -> [String] {
    guard !console.isASCII else { return [] }
    let usual = fitting((try? QRCode(link.text).lines()) ?? [], console.columns, rows)
    guard usual.isEmpty else { return usual }
    let small = try? QRCode(link.text, .low).lines(quietZone: 2)
    return fitting(small ?? [], console.columns, rows)
  }

  private static func fitting(_ lines: [String], _ columns: Int?, _ rows: Int?) -> [String] {
    // A line that wraps is a picture of nothing.
    let isNarrow = (lines.map(TerminalText.width).max() ?? 0) <= columns ?? .max
    return isNarrow && lines.count <= rows ?? .max ? lines : []
  }
}
