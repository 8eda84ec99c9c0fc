package import RPCCore

/// The methods by which two nodes become a pair.
package enum PairingMethods {
  /// The full name of the service.
  package static let name = "dyad.v1.Pairing"
  /// The exchange.
  ///
  /// Its messages are bytes here, because proofs are made over them as they came.
  package static let pair = Method<[UInt8], [UInt8]>(
    MethodPath(service: name, method: "Pair"), .bidirectional, request: .bytes, response: .bytes)
}

/// The methods by which paired nodes tell each other about being a pair.
package enum TrustMethods {
  /// The full name of the service.
  package static let name = "dyad.v1.Trust"
  /// Finishes a pairing.
  package static let confirm = Method<ConfirmRequest, ConfirmResponse>(name, "Confirm", .unary)
  /// Ends a pair.
  package static let unpair = Method<UnpairRequest, UnpairResponse>(name, "Unpair", .unary)
  /// Tells of a new key.
  package static let rotate = Method<RotateRequest, RotateResponse>(name, "Rotate", .unary)
}

/// The methods by which its owner pairs a node.
package enum PairingControlMethods {
  /// The full name of the service.
  package static let name = "dyad.v1.PairingControl"
  /// What the node knows of itself.
  package static let getDevice = Method<GetDeviceRequest, DeviceMessage>(name, "GetDevice", .unary)
  /// Opens a window and tells what happens in it.
  package static let openWindow = Method<OpenWindowRequest, WindowEvent>(
    name, "OpenWindow", .serverStreaming)
  /// Joins a device that shows a code.
  package static let join = Method<JoinCommand, JoinEvent>(name, "Join", .bidirectional)
  /// The devices that this one is paired with.
  package static let listPeers = Method<ListPeersRequest, ListPeersResponse>(
    name, "ListPeers", .unary)
  /// Ends a pair.
  package static let removePeer = Method<RemovePeerRequest, RemovePeerResponse>(
    name, "RemovePeer", .unary)
  /// Makes a new key.
  package static let rotateKey = Method<RotateKeyRequest, RotateKeyResponse>(
    name, "RotateKey", .unary)
  /// Forgets wrong codes.
  package static let unlock = Method<UnlockRequest, UnlockResponse>(name, "Unlock", .unary)
}

/// The trailers that tell why something was refused.
package enum RefusalTrailers {
  /// One of the words that `pairing.proto` and `pairing_control.proto` list.
  package static let refusal = "dyad-refusal"
  /// Until when a lock holds, in seconds since 2001-01-01 UTC, or "reset".
  package static let until = "dyad-until"
}
