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
