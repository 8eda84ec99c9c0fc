internal import HealthModel
internal import RPCCore

/// How messages get from one node to the other.
package enum WireKind: Hashable, Sendable {
  /// As values.
  case values
  /// As their bytes.
  case bytes
  /// As a stream of calls.
  case rpc

  /// A wire for one session; `nil` where values need none.
  func makeWire() -> (any SessionWire<SyncMessage>)? {
    switch self {
    case .values: nil
    case .bytes: BytesWire(.sync)
    case .rpc: RPCWire(.sync)
    }
  }
}
