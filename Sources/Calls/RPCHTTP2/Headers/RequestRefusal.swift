internal import HTTP2Core
internal import RPCCore

/// Why a request never becomes a call, and what is answered.
enum RequestRefusal {
  /// It is not gRPC: whoever asks gets a status of HTTP, more fields, and a sentence.
  case http(Int, [String: String], String)
  /// It is gRPC, but no call can be made of it.
  case call(Status)
  /// It compresses in a way that is not known here, so it hears which are.
  case encoding(Status)
  /// Its headers were too large to be looked at.
  case headersTooLarge

  /// The headers of the answer, and its body if there is one.
  var answer: (headers: HeaderList, body: String?) {
    switch self {
    case .http(let code, let fields, let body):
      var headers = HeaderList([
        (":status", "\(code)"), ("content-type", "text/plain; charset=utf-8"),
      ])
      for (name, value) in fields { headers.append(name, value) }
      return (headers, body)
    case .call(let status): return (AnswerFields.onlyTrailers(status, Metadata()), nil)
    case .encoding(let status):
      var headers = AnswerFields.onlyTrailers(status, Metadata())
      headers.append("grpc-accept-encoding", MessageEncoding.accepted)
      return (headers, nil)
    case .headersTooLarge:
      let status = Status(.resourceExhausted, "the headers are too large")
      return (AnswerFields.onlyTrailers(status, Metadata(), httpStatus: 431), nil)
    }
  }
}
