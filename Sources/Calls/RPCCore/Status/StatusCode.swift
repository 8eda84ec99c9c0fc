/// What became of a call: the seventeen codes of gRPC.
package enum StatusCode: Int, Hashable, Sendable, CaseIterable {
  case ok = 0
  case cancelled = 1
  case unknown = 2
  case invalidArgument = 3
  case deadlineExceeded = 4
  case notFound = 5
  case alreadyExists = 6
  case permissionDenied = 7
  case resourceExhausted = 8
  case failedPrecondition = 9
  case aborted = 10
  case outOfRange = 11
  case unimplemented = 12
  case `internal` = 13
  case unavailable = 14
  case dataLoss = 15
  case unauthenticated = 16
}

extension StatusCode {
  /// The name that gRPC's documents use.
  package var name: String {
    switch self {
    case .ok: "OK"
    case .cancelled: "CANCELLED"
    case .unknown: "UNKNOWN"
    case .invalidArgument: "INVALID_ARGUMENT"
    case .deadlineExceeded: "DEADLINE_EXCEEDED"
    case .notFound: "NOT_FOUND"
    case .alreadyExists: "ALREADY_EXISTS"
    case .permissionDenied: "PERMISSION_DENIED"
    case .resourceExhausted: "RESOURCE_EXHAUSTED"
    case .failedPrecondition: "FAILED_PRECONDITION"
    case .aborted: "ABORTED"
    case .outOfRange: "OUT_OF_RANGE"
    case .unimplemented: "UNIMPLEMENTED"
    case .internal: "INTERNAL"
    case .unavailable: "UNAVAILABLE"
    case .dataLoss: "DATA_LOSS"
    case .unauthenticated: "UNAUTHENTICATED"
    }
  }

  /// Reads the value of `grpc-status`: decimal, no sign, no leading zero.
  ///
  /// A number that no code has is `unknown`, as gRPC asks of clients; anything else gives `nil`.
  package init?(header: some Collection<UInt8>) {
    guard (1...9).contains(header.count), header.allSatisfy({ (0x30...0x39).contains($0) }),
      header.count == 1 || header.first != 0x30
    else { return nil }
    let number = header.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    self = StatusCode(rawValue: number) ?? .unknown
  }
}

extension StatusCode {
  /// What a client makes of an answer that carries no `grpc-status`.
  package init(httpStatus: Int) {
    switch httpStatus {
    case 400, 431: self = .internal
    case 401: self = .unauthenticated
    case 403: self = .permissionDenied
    case 404: self = .unimplemented
    case 429, 502, 503, 504: self = .unavailable
    default: self = .unknown
    }
  }
}
