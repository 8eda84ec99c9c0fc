internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes whose gRPC is another.
enum GRPCSaboteurs {
  static let all: [Saboteur] = wrong + right + answers

  private static let confirming = "dyad.v1.Trust/Confirm"

  /// A node that ends the calls of peers otherwise, once it is paired.
  ///
  /// - Parameters:
  ///   - path: Of the case.
  ///   - name: What it does.
  ///   - passes: How many of the calls end as they do: that of the pairing comes first.
  ///   - change: How they end.
  /// - Returns: The saboteur.
  static func ending(
    _ path: String, _ name: String, after passes: Int = 1,
    _ change: @escaping @Sendable (CallEnd) -> CallEnd?
  ) -> Saboteur {
    Saboteur(path, name) {
      let count = Count()
      $0.ends = { method, end in
        method == confirming && count.next() >= passes ? change(end) : end
      }
    }
  }

  private static let wrong: [Saboteur] = [
    "method/get", "method/put", "content-type/none", "content-type/json", "content-type/longer",
    "content-type/web", "unknown/service", "unknown/package", "unknown/method",
    "unknown/other-case", "path/one-more-part", "path/one-more-slash", "path/with-a-question",
    "path/service-alone", "timeout/without-a-unit", "timeout/without-a-number",
    "timeout/nine-digits", "timeout/a-fraction", "timeout/below-zero", "timeout/another-unit",
    "metadata-binary/no-base64", "metadata-binary/cut", "cancel/before-its-end", "flag/two",
    "flag/all-bits", "cut/in-the-prefix", "cut/in-the-message", "length/one-more",
    "length/the-most", "count/none", "count/two", "malformed/cut-field", "malformed/no-protobuf",
    "compressed/no-encoding", "compressed/identity", "compressed-length/five-mebibytes",
    "encoding/unknown",
  ].map { .blind("connection/grpc/\($0)") }

  private static let right: [Saboteur] =
    [
      "content-type/with-a-plus", "content-type/with-a-semicolon", "te/none", "authority/another",
      "authority/host-in-its-place", "timeout/the-longest", "timeout/minutes",
      "timeout/with-zeros", "timeout/microseconds", "metadata-binary/with-padding",
      "metadata-binary/without-padding", "metadata-unknown/any", "metadata-unknown/of-grpc",
      "framing/byte-by-byte", "framing/no-bytes", "empty-data/at-the-end", "empty-data/between",
      "length/four-mebibytes-taken",
    ].map {
      ending("connection/grpc/\($0)", "refuses what is unusual") { _ in CallEnd(code: 13) }
    }
    + ["milliseconds", "nanoseconds"].map {
      ending("connection/grpc/deadline/\($0)", "has no clock") { $0.code == 4 ? nil : $0 }
    }
    + [
      Saboteur("connection/grpc/order/calls-apart", "takes one call after the other") {
        let queue = CallQueue()
        $0.frame = { queue.pass($0) }
      }
    ]

  private static let answers: [Saboteur] =
    ["well", "unknown-method", "window-closed"].flatMap {
      [
        changing("connection/grpc/answer/\($0)", "names no content type") { fields in
          fields.map { $0.name == "content-type" ? HeaderField($0.name, "text/plain") : $0 }
        },
        changing("connection/grpc/status/\($0)", "ends without a status") { fields in
          fields.filter { $0.name != "grpc-status" }
        },
      ]
    } + [
      changing("connection/grpc/accepted/nothing-compressed", "compresses for everybody") {
        fields in
        fields.value(":status") == nil ? fields : fields + [HeaderField("grpc-encoding", "gzip")]
      },
      Saboteur("connection/grpc/message/percent-encoded", "says what it is as it is") {
        $0.fields = { method, fields in
          fields.map {
            $0.name == "grpc-message"
              ? HeaderField("grpc-message", "no \(method): 50% gr\u{fc}n") : $0
          }
        }
      },
      Saboteur("connection/grpc/detail/no-token", "repeats what it was shown") {
        $0.ends = {
          $0 == "dyad.v1.Store/GetAuthorization"
            ? CallEnd(code: 16, message: "no app has \(GRPCAnswerCases.unknownToken)") : $1
        }
      },
    ]

  /// A node with other fields in its answers, once it is paired.
  private static func changing(
    _ path: String, _ name: String, _ change: @escaping @Sendable ([HeaderField]) -> [HeaderField]
  ) -> Saboteur {
    Saboteur(path, name) {
      let count = Count()
      var isPaired = false
      $0.fields = { method, fields in
        // The answer to the first Confirm, in two blocks, ends the pairing.
        if method == confirming, !isPaired, count.next() == 1 {
          isPaired = true
          return fields
        }
        return isPaired ? change(fields) : fields
      }
    }
  }
}

/// Holds the answers to later calls of a connection back until the earlier ones have ended.
private final class CallQueue {
  private var ended: Set<UInt32> = []
  private var held: [Frame] = []

  func pass(_ frame: Frame) -> [Frame] {
    if frame.type == Frame.Kind.settings, !frame.has(Frame.Flag.acknowledgement) {
      // The first frame of another connection.
      ended = []
      held = []
    }
    guard frame.stream > 0, frame.type <= Frame.Kind.headers else { return [frame] }
    held.append(frame)
    var free: [Frame] = []
    while let place = held.firstIndex(where: { isNext($0.stream) }) {
      let next = held.remove(at: place)
      if next.has(Frame.Flag.endStream) { ended.insert(next.stream) }
      free.append(next)
    }
    return free
  }

  private func isNext(_ stream: UInt32) -> Bool {
    stream == 1 || ended.contains(stream - 2)
  }
}
