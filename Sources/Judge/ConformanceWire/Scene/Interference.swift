/// What a saboteur does to what passes between the tool and the node; by default nothing.
///
/// The names of methods are without the leading slash: "dyad.v1.Sync/Session". The closures may keep
/// state in boxes, so each run of a case has its own.
package struct Interference {
  /// Where a connection goes instead.
  package var address: (_ address: String) -> String = { $0 }
  /// Each frame from the node, before anything looks at it.
  package var frame: (Frame) -> [Frame] = { [$0] }
  /// Each block of header fields from the node, before its rules are checked.
  package var fields: (_ method: String, [HeaderField]) -> [HeaderField] = { $1 }
  /// Each gRPC message from the node; none swallows it.
  package var hears: (_ method: String, [UInt8]) -> [[UInt8]] = { [$1] }
  /// Each gRPC message to the node; none swallows it.
  package var says: (_ method: String, [UInt8]) -> [[UInt8]] = { [$1] }
  /// The end of a call as the node tells it; `nil` if it never comes.
  package var ends: (_ method: String, CallEnd) -> CallEnd? = { $1 }
  /// How the tool speaks TLS to the node.
  package var tls: (TLSOptions) -> TLSOptions = { $0 }
  /// Something done to the files of a node while it is down.
  package var restarts: (_ stateFolder: String) -> Void = { _ in }

  /// Whether what a case breaks is mended on its way, so that the node seems not to look.
  package var mends = false

  /// Does nothing.
  package init() {}
}
