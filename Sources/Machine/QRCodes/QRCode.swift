private import CQREncode
private import Glibc

/// A text as a square of dark and light modules.
package struct QRCode: Hashable, Sendable {
  /// How much of a code may be damaged.
  package enum Level: Hashable, Sendable {
    /// 7 %.
    case low
    /// 15 %.
    case medium

    /// ISO/IEC 18004 table 7, version 40.
    fileprivate var mostBytes: Int { self == .low ? 2_953 : 2_331 }
  }

  /// libqrencode keeps more about a module in the other bits.
  private static let darkBit: UInt8 = 1

  /// How many modules a side has.
  package let size: Int
  private let modules: [Bool]

  /// Makes the code of the UTF-8 bytes of `text`, such that a reader recovers it with so much of the
  /// code damaged.
  package init(_ text: String, _ level: Level = .medium) throws(QRCodeError) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else {
      throw QRCodeError(code: .empty, detail: "there is no text")
    }
    guard bytes.count <= level.mostBytes else {
      throw QRCodeError(
        code: .tooLong,
        detail: "the text has \(bytes.count) bytes, and no code holds more than \(level.mostBytes)")
    }
    // Version 0 asks for the smallest that holds all. As data, because as a string a zero would end it.
    let damage = level == .low ? QR_ECLEVEL_L : QR_ECLEVEL_M
    guard let code = unsafe QRcode_encodeData(Int32(bytes.count), bytes, 0, damage) else {
      throw QRCodeError(code: .other, detail: "libqrencode says no (error \(errno))")
    }
    defer { unsafe QRcode_free(code) }
    guard let data = unsafe code.pointee.data else {
      throw QRCodeError(code: .other, detail: "libqrencode gave no modules")
    }
    size = Int(unsafe code.pointee.width)
    modules = unsafe UnsafeBufferPointer(start: data, count: size * size).map {
      $0 & Self.darkBit != 0
    }
  }

  /// Whether the module in column `x` of row `y` is dark.
  package subscript(x: Int, y: Int) -> Bool {
    precondition((0..<size).contains(x) && (0..<size).contains(y), "there is no such module")
    return modules[y * size + x]
  }
}
