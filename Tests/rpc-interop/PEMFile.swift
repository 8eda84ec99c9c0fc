internal import CommandLineCore
internal import RPCCore
internal import SystemCore
internal import TLSCore
internal import TextFormats

/// What files with certificates and keys say.
enum PEMFile {
  // Far more than any certificate or key of a test.
  private static let largest = 1 << 20

  static func read(_ path: String) throws -> [UInt8] {
    try FileSystem.readFile(path, atMost: largest)
  }

  static func identity(certificate: String?, key: String?) throws -> Identity? {
    guard let certificate, let key else { return nil }
    return try Identity(certificatePEM: read(certificate), privateKeyPEM: read(key))
  }

  static func fingerprint(_ text: String) throws -> PublicKeyFingerprint {
    guard let fingerprint = PublicKeyFingerprint(text) else {
      throw CommandLineError(
        .usage, operation: "use '\(text)'", detail: "it is no fingerprint of a public key")
    }
    return fingerprint
  }

  /// The certificates in a file, as they go over the wire.
  static func certificates(in path: String) throws -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    var digits: [UInt8]?
    for line in try read(path).split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "-----BEGIN CERTIFICATE".utf8) {
        digits = []
      } else if line.starts(with: "-----END CERTIFICATE".utf8) {
        if let digits, let bytes = Base64.decode(digits) { found.insert(bytes) }
        digits = nil
      } else {
        digits? += line
      }
    }
    guard !found.isEmpty else {
      throw CommandLineError(
        .invalidInput, operation: "read \(path)", detail: "there is no certificate in it")
    }
    return found
  }
}
