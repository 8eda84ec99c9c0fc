package import ProtobufWire

/// A message without fields, of which only the name differs.
package protocol EmptyMessage: WireMessage {
  init()
}

extension EmptyMessage {
  package mutating func read(_ field: WireField) throws(WireError) {}

  package func write(to writer: inout WireWriter) {}
}

/// Ends a pair.
package struct UnpairRequest: EmptyMessage {
  package static let wireName = "dyad.v1.UnpairRequest"

  package init() {}
}

/// The end of a pair was kept.
package struct UnpairResponse: EmptyMessage {
  package static let wireName = "dyad.v1.UnpairResponse"

  package init() {}
}

/// A new key was kept.
package struct RotateResponse: EmptyMessage {
  package static let wireName = "dyad.v1.RotateResponse"

  package init() {}
}

/// Asks for what the node knows of itself.
package struct GetDeviceRequest: EmptyMessage {
  package static let wireName = "dyad.v1.GetDeviceRequest"

  package init() {}
}

/// Asks for the peers.
package struct ListPeersRequest: EmptyMessage {
  package static let wireName = "dyad.v1.ListPeersRequest"

  package init() {}
}

/// Asks for a new key.
package struct RotateKeyRequest: EmptyMessage {
  package static let wireName = "dyad.v1.RotateKeyRequest"

  package init() {}
}

/// Forgets wrong codes.
package struct UnlockRequest: EmptyMessage {
  package static let wireName = "dyad.v1.UnlockRequest"

  package init() {}
}

/// Wrong codes are forgotten.
package struct UnlockResponse: EmptyMessage {
  package static let wireName = "dyad.v1.UnlockResponse"

  package init() {}
}
