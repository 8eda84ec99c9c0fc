internal import ConformanceKit
internal import ConformanceWire

/// Blocks of header fields that cannot be decompressed, and requests that are none: those by which nodes go
/// wrong most.
enum FieldMistakes {
  static let all = compression + pseudo + fields + bodies

  private static let compression: [Case] = [
    hpack("index-beyond-the-tables") { $0 + FieldBlock.integer(1_000_000, bits: 7, first: 0x80) },
    hpack("number-without-end") { $0 + [UInt8](repeating: 0xff, count: 12) + [0x7f] },
    hpack("huffman-end-in-the-text") {
      $0 + [0] + FieldBlock.string("name") + [0x84, 0xff, 0xff, 0xff, 0xff]
    },
    hpack("table-larger-than-the-setting") { FieldBlock.tableSize(1 << 30) + $0 },
  ]

  private static let pseudo: [Case] = [
    request("no-path") { $0.removeAll { $0.name == ":path" } },
    request("two-methods") { $0.insert(HeaderField(":method", "POST"), at: 0) },
    request("after-other-fields") { $0.append($0.removeFirst()) },
    request("unknown") { $0.insert(HeaderField(":judge", "1"), at: 0) },
  ]

  private static let fields: [Case] = [
    field("upper-case", HeaderField("Judge", "1")),
    field("connection", HeaderField("connection", "keep-alive")),
    .wrongCall("http2/field/te-of-something-else", "CONN-H2-FIELD") {
      $0.whole($1, RawConnection.request.map { $0.name == "te" ? HeaderField("te", "gzip") : $0 })
    },
  ]

  private static let bodies: [Case] = [
    .wrongCall("http2/content-length/more-comes", "CONN-H2-CONTENT-LENGTH") { connection, stream in
      let count = "\(connection.message.count - 1)"
      return connection.whole(
        stream, RawConnection.request + [HeaderField("content-length", count)])
    },
    .wrongCall("http2/trailers/without-end", "CONN-H2-TRAILERS") { connection, stream in
      [
        connection.headers(stream), .data(stream, connection.message),
        connection.headers(stream, [HeaderField("judge", "1")]),
      ]
    },
    .wrongCall("http2/trailers/with-a-pseudo-field", "CONN-H2-PSEUDO") { connection, stream in
      [
        connection.headers(stream), .data(stream, connection.message),
        connection.headers(stream, [HeaderField(":method", "POST")], end: true),
      ]
    },
  ]

  private static func hpack(
    _ name: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> Case {
    .connectionError("http2/hpack/\(name)", "CONN-H2-HPACK", Frame.Fault.compressionError) {
      [
        Frame(
          Frame.Kind.headers, flags: Frame.Flag.endHeaders, stream: $1 + 2,
          change(FieldBlock.literals(RawConnection.request)))
      ]
    }
  }

  private static func request(
    _ name: String, _ change: (inout [HeaderField]) -> Void
  ) -> Case {
    var fields = RawConnection.request
    change(&fields)
    return .wrongCall("http2/pseudo/\(name)", "CONN-H2-PSEUDO") { [fields] in
      $0.whole($1, fields)
    }
  }

  private static func field(_ name: String, _ field: HeaderField) -> Case {
    .wrongCall("http2/field/\(name)", "CONN-H2-FIELD") {
      $0.whole($1, RawConnection.request + [field])
    }
  }
}
