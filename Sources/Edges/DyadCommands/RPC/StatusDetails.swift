internal import CommandSupport
internal import ProtobufWire
internal import RPCCore
internal import TextFormats

/// What a server adds to a status: the messages in `grpc-status-details-bin`.
enum StatusDetails {
  /// The details of an error as JSON; none where there are none that can be read.
  static func json(of error: RPCError, _ codec: MessageCodec) async -> [JSONValue] {
    guard let bytes = error.metadata[binary: "grpc-status-details-bin"],
      let status = try? DetailedStatus(decoding: bytes)
    else { return [] }
    var codec = codec
    var details: [JSONValue] = []
    for detail in status.details {
      if let json = try? await codec.json(from: detail, as: "google.protobuf.Any") {
        details.append(json)
      }
    }
    return details
  }
}

/// `google.rpc.Status`, of which the rest is in the status itself.
private struct DetailedStatus: WireReadable {
  static let wireName = "google.rpc.Status"

  /// Headers have no room for more.
  private static let mostDetails = 64

  var details: [[UInt8]] = []

  mutating func read(_ field: WireField) throws(WireError) {
    guard field.number == 3, details.count < Self.mostDetails else { return }
    details.append(try field.bytes("details"))
  }
}
