internal import CommandLineCore
internal import QRCodes

/// What a person reads off the screen from afar, and a camera.
enum PairingPictures {
  /// The digits, large; nothing where they do not fit into so many columns.
  static func digits(_ code: PairingCode, columns: Int?) -> [String] {
    fitting(BigDigits.lines(code.digits), columns)
  }

  /// The link as a QR code; nothing where it does not fit into so many columns, or into a code.
  static func code(_ link: PairingLink, columns: Int?) -> [String] {
    fitting((try? QRCode(link.text).lines()) ?? [], columns)
  }

  private static func fitting(_ lines: [String], _ columns: Int?) -> [String] {
    // A line that wraps is a picture of nothing.
    (lines.map(TerminalText.width).max() ?? 0) <= columns ?? .max ? lines : []
  }
}
