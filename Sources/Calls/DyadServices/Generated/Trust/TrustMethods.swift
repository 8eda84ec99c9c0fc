package import RPCCore

/// The methods of dyad.v1.Trust.
package enum TrustMethods {
  /// The full name of the service.
  package static let name = "dyad.v1.Trust"
  /// Finishes a pairing whose last message may be lost; the first call that gets through does it.
  ///
  /// Fails with PERMISSION_DENIED, not-paired, where the caller is not known any more.
  package static let confirm = Method<ConfirmRequest, ConfirmResponse>(name, "Confirm", .unary)
  /// The caller is no longer a peer; the answer says that this was kept.
  package static let unpair = Method<UnpairRequest, UnpairResponse>(name, "Unpair", .unary)
  /// The caller will show another key.
  ///
  /// From the answer on both are taken, until the new one was seen.
  package static let rotate = Method<RotateRequest, RotateResponse>(name, "Rotate", .unary)
}
