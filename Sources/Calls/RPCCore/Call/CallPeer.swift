/// The other side of a call, as far as the transport knows it.
package struct CallPeer: Hashable, Sendable {
  /// Where the peer is, in words: `127.0.0.1:50000`, `unix`, `in process`.
  package var address: String
  /// The fingerprint of the public key of the peer's certificate, where it showed one.
  package var publicKey: [UInt8]?
  /// The user that owns the peer's process, where the transport can tell.
  package var user: UInt32?
  /// A secret that only the two ends of this one connection have, where the transport was asked for
  /// one and the connection is encrypted; proofs that contain it hold on this connection alone.
  package var channelBinding: [UInt8]?

  package init(
    address: String, publicKey: [UInt8]? = nil, user: UInt32? = nil,
    channelBinding: [UInt8]? = nil
  ) {
    self.address = address
    self.publicKey = publicKey
    self.user = user
    self.channelBinding = channelBinding
  }
}

extension CallPeer: CustomStringConvertible {
  /// Where it is; the secret of the connection does not show.
  package var description: String { address }
}
