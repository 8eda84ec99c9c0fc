internal import CommandLineCore
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
  /// - Throws: `DaemonFailure` when it cannot be used; it is left as it is.
  package static func loadOrMake(at path: String) throws(DaemonFailure) -> Identity {
    do {
      return try FileSystem.exists(path) ? try load(path) : try make(path)
    } catch let failure as DaemonFailure {
      throw failure
    } catch let error as SystemError {
      throw DaemonFailure(error, doing: .keepingState)
    } catch {
      throw DaemonFailure(
        .damaged, "cannot use the device's key in \(path): \(error)",
        advice: """
          Put the file back from a backup. Without it a new key is made, and every pairing has to be \
          made again.
          """)
    }
  }

  private static func load(_ path: String) throws -> Identity {
    let rights = try FileSystem.rights(of: path)
    guard rights.isOwn else {
      throw DaemonFailure(
        .refused, "cannot use the device's key in \(path): the file belongs to another user",
        advice: "Run the daemon as that user, or with another --state.")
    }
    guard rights.isPrivate else {
      throw DaemonFailure(
        .refused,
        "cannot use the device's key in \(path): others may read or change it (\(rights.octal))",
        advice: """
          Run 'chmod 600 \(path)'. If somebody may have read it, remove it: a new key is made then, \
          and every pairing has to be made again.
          """)
    }
    let text = try FileSystem.readFile(path, atMost: mostBytes)
    return try Identity(certificatePEM: text, privateKeyPEM: text)
  }

  private static func make(_ path: String) throws -> Identity {
    guard let validity = Validity(notBefore: 0) else {
      preconditionFailure("2001 is a year of certificates")
    }
    let identity = try Identity.make(
      commonName: "dyad node", hostNames: ["localhost"], validity: validity)
    var text = try identity.withPrivateKeyPEM { key in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(key.count)
      for index in key.indices { bytes.append(key[index]) }
      return bytes
    }
    text += Array(try identity.certificatePEM().utf8)
    try FileSystem.replaceFile(path, text)
    return identity
  }
}
