internal import HTTP2Core
internal import RPCCore

/// What a header block of a server says: the headers of an answer, its trailers, or both at once.
struct AnswerHead {
  private(set) var metadata = Metadata()
  private(set) var encoding: MessageEncoding? = .identity
  private var httpStatus: Int?
  private var isGRPC = false
  private var code: StatusCode?
  private var message = ""
  private var flaw: String?

  /// Takes the next field.
  mutating func add(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    guard name.count > 0 else { return }
    if name[0] == UInt8(ascii: ":") {
      // HTTP/2 has checked that it is a number of three digits.
      if name.equals(":status") { httpStatus = Int(String(repairing: value)) }
    } else if name.hasPrefix("grpc-") {
      addReserved(name, value)
    } else if name.equals("content-type") {
      isGRPC = value.hasPrefix("application/grpc")
    } else if !name.equals("content-length"), !MetadataFields.add(name, value, to: &metadata) {
      flaw = "a -bin value of the answer is not base64"
    }
  }

  private mutating func addReserved(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    if name.equals("grpc-status") {
      code = StatusCode(header: Array(copying: value)) ?? .unknown
    } else if name.equals("grpc-message") {
      message = PercentText.decode(Array(copying: value))
    } else if name.equals("grpc-encoding") {
      encoding = MessageEncoding(header: Array(copying: value))
    } else if name.equals("grpc-status-details-bin") {
      if !MetadataFields.add(name, value, to: &metadata) {
        flaw = "a -bin value of the answer is not base64"
      }
    }
  }

  /// The status, where the block has one, or where there will be none because it is no gRPC.
  var status: Status? {
    if let code, code != .ok || flaw == nil { return Status(code, message) }
    if let httpStatus, httpStatus != 200 {
      return Status(
        StatusCode(httpStatus: httpStatus), "the server answered with HTTP status \(httpStatus)")
    }
    if httpStatus != nil, !isGRPC {
      return Status(.unknown, "the answer is not gRPC: its content-type is another")
    }
    if let flaw { return Status(.internal, "cannot read the answer: \(flaw)") }
    guard encoding != nil else {
      return Status(.internal, "cannot read the answer: its grpc-encoding is not known here")
    }
    return nil
  }

  /// The status of a block that ends the answer.
  var finalStatus: Status {
    status ?? Status(.unknown, "the server ended the call without a status")
  }
}
