/// The names of alerts (RFC 8446 §6, RFC 5246 §7.2).
enum TLSAlert {
  /// In words; a number where nobody has named it.
  static func name(_ number: Int32) -> String {
    switch number {
    case 0: "close notify"
    case 10: "unexpected message"
    case 20: "bad record mac"
    case 22: "record overflow"
    case 40: "handshake failure"
    case 42: "bad certificate"
    case 43: "unsupported certificate"
    case 44: "certificate revoked"
    case 45: "certificate expired"
    case 46: "certificate unknown"
    case 47: "illegal parameter"
    case 48: "unknown ca"
    case 49: "access denied"
    case 50: "decode error"
    case 51: "decrypt error"
    case 70: "protocol version"
    case 71: "insufficient security"
    case 80: "internal error"
    case 86: "inappropriate fallback"
    case 90: "user canceled"
    case 100: "no renegotiation"
    case 109: "missing extension"
    case 110: "unsupported extension"
    case 112: "unrecognized name"
    case 113: "bad certificate status response"
    case 115: "unknown psk identity"
    case 116: "certificate required"
    case 120: "no application protocol"
    default: "alert \(number)"
    }
  }
}
