internal import ConformanceKit
internal import ConformanceWire

/// What every answer has, whether the call went well or not.
package enum GRPCAnswerCases {
  static let all = blocks + messages

  /// A request that fails, and one that does not.
  private static let requests = [
    ("well", Device.confirming), ("unknown-method", "dyad.v1.Trust/Nothing"),
    ("window-closed", "dyad.v1.Pairing/Pair"),
  ]

  private static let blocks = requests.flatMap { name, method in
    [
      Case("connection/grpc/answer/\(name)", "CONN-GRPC-ANSWER") { stage in
        let answer = try answer(to: method, stage)
        let type = answer.first.value("content-type") ?? "none"
        try Deviation.unless(
          answer.status == "200" && type.hasPrefix("application/grpc"),
          ":status 200 and the content-type application/grpc",
          ":status \(answer.status), content-type \(type)")
      },
      Case("connection/grpc/status/\(name)", "CONN-GRPC-STATUS") { stage in
        let answer = try answer(to: method, stage)
        guard let status = answer.last.value("grpc-status"), Int(status) != nil else {
          throw Deviation(
            expected: "a last block of fields with grpc-status, a number",
            observed: "\(answer.last.value("grpc-status") ?? "none")")
        }
      },
    ]
  }

  private static func answer(to method: String, _ stage: Stage) throws -> GRPCAnswer {
    let device = try stage.peer().device
    let body = GRPCRequest.framed(method == Device.confirming ? device.confirmation : [])
    return try GRPCRequest(method: method, body: body).made(on: device.link())
  }

  private static let messages = [
    Case("connection/grpc/message/percent-encoded", "CONN-GRPC-MESSAGE") { stage in
      let link = try stage.peer().device.link()
      let methods = [
        "dyad.v1.Trust/Gr\u{fc}n", "dyad.v1.Trust/50%", "dyad.v1.Nothing/\u{6f22}\u{5b57}",
        PairingCall.method,
      ]
      for method in methods {
        let request = GRPCRequest(method: method, body: GRPCRequest.framed([]))
        let message = try request.made(on: link).last.value("grpc-message") ?? ""
        try Deviation.unless(
          isEncoded(Array(message.utf8)),
          "a grpc-message of printable ASCII, in which a percent sign begins an escape",
          "other bytes in it, for a call of \(method)")
      }
    },
    Case("connection/grpc/detail/no-token", "CONN-GRPC-DETAIL", needs: [.app]) { stage in
      let caller = try stage.node().app(token: unknownToken)
      do {
        _ = try caller.call("Store/GetAuthorization")
      } catch let failure as CallFailure {
        let words = failure.end.trailers.map(\.value).joined(separator: " ") + failure.end.message
        try Deviation.unless(
          !words.contains(unknownToken), "a status without the token that was shown",
          "one that has it")
        return
      }
      throw Deviation(expected: "a call that fails", observed: "an answer to an unknown token")
    },
  ]

  /// What no node has given to an app.
  package static let unknownToken = "bm90LWEtdG9rZW4tb2YtYW55LWFwcC1hdC1hbGwtMTIz"

  private static func isEncoded(_ bytes: [UInt8]) -> Bool {
    func isDigit(_ place: Int) -> Bool {
      guard bytes.indices.contains(place) else { return false }
      return switch bytes[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
        UInt8(ascii: "a")...UInt8(ascii: "f"):
        true
      default: false
      }
    }
    return bytes.indices.allSatisfy { place in
      bytes[place] == UInt8(ascii: "%")
        ? isDigit(place + 1) && isDigit(place + 2) : (0x20...0x7e).contains(bytes[place])
    }
  }
}
