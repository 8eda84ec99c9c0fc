internal import HTTP2Core
internal import RPCCore

/// What the headers of a request say, field by field.
///
/// HTTP/2 has checked that the pseudo headers are there, once each. What gRPC asks for beyond that is
/// judged by `outcome`, after the last field.
struct RequestHead {
  /// What is to be done with the request.
  enum Outcome {
    case call(MethodPath, Metadata, timeout: Duration?)
    case refused(RequestRefusal)
  }

  private enum Encoding {
    case known(MessageEncoding)
    case unknown
  }

  private let paths: PathTable
  private var path: MethodPath?
  private var metadata = Metadata()
  private var timeout: Duration?
  private var isPost = false
  private var isGRPC = false
  private var encodingSeen = Encoding.known(.identity)
  private var refusal: RequestRefusal?

  /// How the messages of the caller are compressed.
  private(set) var encoding = MessageEncoding.identity
  /// How answers may be compressed.
  private(set) var answerEncoding: MessageEncoding?
  /// Whether the caller speaks of encodings at all, and so wants to hear which are taken.
  private(set) var namesEncodings = false

  init(paths: PathTable) {
    self.paths = paths
  }

  /// Takes the next field.
  mutating func add(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    guard name.count > 0 else { return }
    switch name[0] {
    case UInt8(ascii: ":"): addPseudo(name, value)
    case UInt8(ascii: "c") where name.hasPrefix("content-"): addContent(name, value)
    case UInt8(ascii: "g") where name.hasPrefix("grpc-"): addReserved(name, value)
    case UInt8(ascii: "t") where name.equals("te"): break
    case UInt8(ascii: "u") where name.equals("user-agent"): break
    default:
      guard !MetadataFields.add(name, value, to: &metadata) else { return }
      refuse(.internal, "cannot read metadata: a -bin value is not base64")
    }
  }

  /// What all fields together come to.
  var outcome: Outcome {
    guard isPost else {
      return .refused(
        .http(405, ["allow": "POST"], "gRPC calls are made with POST\n"))
    }
    guard isGRPC else {
      return .refused(
        .http(415, [:], "this is a gRPC server: content-type must be application/grpc\n"))
    }
    guard let path else {
      return .refused(.call(Status(.unimplemented, "the path names no method")))
    }
    if let refusal { return .refused(refusal) }
    guard case .known = encodingSeen else {
      return .refused(
        .encoding(Status(.unimplemented, "cannot read messages in this grpc-encoding")))
    }
    return .call(path, metadata, timeout: timeout)
  }

  private mutating func addPseudo(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    if name.equals(":path") {
      path = paths.path(value)
    } else if name.equals(":method") {
      isPost = value.equals("POST")
    }
  }

  private mutating func addContent(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    if name.equals("content-type") {
      // "application/grpc", then nothing, "+proto" or the like, or parameters.
      let prefix: StaticString = "application/grpc"
      let rest = prefix.utf8CodeUnitCount
      isGRPC =
        value.hasPrefix(prefix)
        && (value.count == rest || value[rest] == UInt8(ascii: "+")
          || value[rest] == UInt8(ascii: ";"))
    } else if !name.equals("content-length") {
      _ = MetadataFields.add(name, value, to: &metadata)
    }
  }

  private mutating func addReserved(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    if name.equals("grpc-timeout") {
      guard let read = WireTimeout(Array(copying: value)) else {
        return refuse(.internal, "cannot read grpc-timeout: 1 to 8 digits and a unit are expected")
      }
      timeout = read.duration
    } else if name.equals("grpc-encoding") {
      namesEncodings = true
      if let known = MessageEncoding(header: Array(copying: value)) {
        encoding = known
        encodingSeen = .known(known)
      } else {
        encodingSeen = .unknown
      }
    } else if name.equals("grpc-accept-encoding") {
      namesEncodings = true
      answerEncoding = MessageEncoding.preferred(in: value)
    }
    // Other reserved names are for transports, and what a transport does not know it ignores.
  }

  private mutating func refuse(_ code: StatusCode, _ message: String) {
    guard refusal == nil else { return }
    refusal = .call(Status(code, message))
  }
}
