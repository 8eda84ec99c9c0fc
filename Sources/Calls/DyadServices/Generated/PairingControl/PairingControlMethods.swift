package import RPCCore

/// The methods of dyad.v1.PairingControl.
package enum PairingControlMethods {
  /// The full name of the service.
  package static let name = "dyad.v1.PairingControl"
  /// What the node knows of itself.
  package static let getDevice = Method<GetDeviceRequest, OwnDeviceMessage>(
    name, "GetDevice", .unary)
  /// Opens the window.
  ///
  /// Ending the call closes it.
  package static let openWindow = Method<OpenWindowRequest, WindowEventMessage>(
    name, "OpenWindow", .serverStreaming)
  /// Joins a device that shows a code.
  package static let join = Method<JoinCommandMessage, JoinEventMessage>(
    name, "Join", .bidirectional)
  /// The devices that this one is paired with.
  package static let listPeers = Method<ListPeersRequest, ListPeersResponse>(
    name, "ListPeers", .unary)
  /// Ends a pair.
  package static let removePeer = Method<RemovePeerRequest, RemovePeerResponse>(
    name, "RemovePeer", .unary)
  /// Makes a new key; every peer is told before it holds.
  package static let rotateKey = Method<RotateKeyRequest, RotateKeyResponse>(
    name, "RotateKey", .unary)
  /// Forgets wrong codes, and with them the lock.
  package static let unlock = Method<UnlockRequest, UnlockResponse>(name, "Unlock", .unary)
}
