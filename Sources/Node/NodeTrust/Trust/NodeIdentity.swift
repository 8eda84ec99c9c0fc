internal import SystemCore
package import TLSCore

/// The device's key and certificate, made at the first start and kept for good.
///
/// Both are in one file, so that there never is one without the other; the file is put in place whole,
/// and what is there is never replaced. Peers pin the key and do not look at the rest of the
/// certificate, so its dates say nothing and its name says no more than what kind of thing it is.
package enum NodeIdentity {
  /// More than a key and its certificate need.
  private static let mostBytes = 64 * 1024

  /// Reads the identity at `path`, or makes one.
  ///
  /// - Parameter path: its file, in a folder that is there and that no other process writes to.
  /// - Returns: the identity.
  /// - Throws: `StateFailure` when it cannot be used; it is left as it is.
  package static func loadOrMake(at path: String) throws(StateFailure) -> Identity {
    try translating(path) { try FileSystem.exists(path) ? try read(path) : try make(path) }
  }

  /// Reads the identity at `path`, which must be there.
  package static func load(at path: String) throws(StateFailure) -> Identity {
    try translating(path) { try read(path) }
  }

  /// Makes a new identity and keeps it at `path`, whatever is there.
  static func makeAnew(at path: String) throws(StateFailure) -> Identity {
    try translating(path) { try make(path) }
  }

  /// Keeps an identity at `path`, in place of what is there.
  package static func keep(_ identity: Identity, at path: String) throws(StateFailure) {
    try translating(path) { try write(identity, path) }
  }

  private static func translating<Result>(
    _ path: String, _ body: () throws -> Result
  ) throws(StateFailure) -> Result {
    do {
      return try body()
    } catch let failure as StateFailure {
      throw failure
    } catch let error as SystemError {
      throw StateFailure(error)
    } catch {
      throw StateFailure(
        .damaged, "cannot use the device's key in \(path): \(error)",
        advice: """
          Put the file back from a backup. Without it a new key is made, and every pairing has to be \
          made again.
          """)
    }
  }

  private static func read(_ path: String) throws -> Identity {
    let rights = try FileSystem.rights(of: path)
    guard rights.isOwn else {
      throw StateFailure(
        .refused, "cannot use the device's key in \(path): the file belongs to another user",
        advice: "Run the daemon as that user, or with another --state.")
    }
    guard rights.isPrivate else {
      throw StateFailure(
        .refused,
        "cannot use the device's key in \(path): others may read or change it (\(rights.octal))",
        advice: """
          Run 'chmod 600 \(path)'. If somebody may have read it, remove it: a new key is made then, \
          and every pairing has to be made again.
          """)
    }
    var text = try FileSystem.readFile(path, atMost: mostBytes)
    defer { wipe(&text) }
    return try Identity(certificatePEM: text, privateKeyPEM: text)
  }

  private static func make(_ path: String) throws -> Identity {
    guard let validity = Validity(notBefore: 0) else {
      preconditionFailure("2001 is a year of certificates")
    }
    let identity = try Identity.make(
      commonName: "dyad node", hostNames: ["localhost"], validity: validity)
    try write(identity, path)
    return identity
  }

  private static func write(_ identity: Identity, _ path: String) throws {
    let certificate = Array(try identity.certificatePEM().utf8)
    var text = try identity.withPrivateKeyPEM { key in
      var bytes: [UInt8] = []
      // With room for all of it, no copy of the key is left behind where the array grows.
      bytes.reserveCapacity(key.count + certificate.count)
      for index in key.indices { bytes.append(key[index]) }
      return bytes
    }
    defer { wipe(&text) }
    text += certificate
    try FileSystem.replaceFile(path, text, asOfFolder: true)
  }

  /// Overwrites what was a key.
  private static func wipe(_ text: inout [UInt8]) {
    for index in text.indices { text[index] = 0 }
  }
}
