/// How a gRPC call ended.
package struct CallEnd: Hashable, Sendable {
  /// grpc-status.
  package var code: Int
  /// grpc-message.
  package var message: String
  /// All fields of the last block, those two too.
  package var trailers: [HeaderField]

  package init(code: Int, message: String = "", trailers: [HeaderField] = []) {
    self.code = code
    self.message = message
    self.trailers = trailers
  }

  /// The value of a trailer.
  package func trailer(_ name: String) -> String? { trailers.value(name) }
}

extension CallEnd: CustomStringConvertible {
  /// "NOT_FOUND: the message".
  package var description: String {
    let names = [
      "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
      "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS",
      "UNAUTHENTICATED",
    ]
    let name = names.indices.contains(code) ? names[code] : "status \(code)"
    return message.isEmpty ? name : "\(name): \(message)"
  }
}

/// What comes on a call.
package enum Arrival: Hashable, Sendable {
  case message([UInt8])
  case end(CallEnd)
}
