package import TLSCore

/// What a camera reads off the screen: `dyad:HOST:PORT#CODE.KEY`.
///
/// It has the code in it, so it is as secret as that; the key, in hexadecimal, says which device the
/// code is for.
package struct PairingLink: Hashable, Sendable {
  /// What every link begins with.
  package static let scheme = "dyad:"

  /// Where the other device is.
  package let address: NodeAddress
  /// The code that it shows.
  package let code: PairingCode
  /// The key that it has to prove.
  package let key: PublicKeyFingerprint

  /// Puts a link together.
  ///
  /// - Parameters:
  ///   - address: Where the other device is.
  ///   - code: The code that it shows.
  ///   - key: The key that it has to prove.
  package init(_ address: NodeAddress, _ code: PairingCode, _ key: PublicKeyFingerprint) {
    self.address = address
    self.code = code
    self.key = key
  }

  /// Reads ``text``; `nil` for everything that is not exactly that.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.scheme), let mark = text.utf8.firstIndex(of: UInt8(ascii: "#"))
    else { return nil }
    let secret = text[mark...].dropFirst()
    guard let dot = secret.utf8.firstIndex(of: UInt8(ascii: ".")),
      let address = NodeAddress(String(text[..<mark].dropFirst(Self.scheme.count))),
      let code = PairingCode(String(secret[..<dot])),
      let key = PublicKeyFingerprint(String(secret[dot...].dropFirst()))
    else { return nil }
    self.init(address, code, key)
    // A key may be written in other ways, too, and letters with marks may compare as equal.
    guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
  }

  /// The link.
  package var text: String { "\(Self.scheme)\(address)#\(code.digits).\(key.hex)" }
}
