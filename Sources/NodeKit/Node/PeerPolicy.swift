package import TLSCore

/// Who may connect to the port of nodes.
package struct PeerPolicy: Sendable {
  /// What the node asks of those who connect.
  package let clients: ClientCertificates

  /// Anybody, with any certificate or none, because nothing is served but health and reflection and
  /// nobody is paired.
  ///
  /// Certificates are asked for all the same, so that paired nodes need not connect differently.
  package static let anyone = PeerPolicy(clients: .requested { _ in .accepted })
}
