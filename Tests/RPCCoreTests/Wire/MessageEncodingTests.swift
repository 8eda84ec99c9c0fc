internal import RPCCore
internal import Testing

@Suite struct `A message encoding` {
  @Test(arguments: MessageEncoding.allCases)
  func `has its name in headers`(encoding: MessageEncoding) {
    #expect(MessageEncoding(header: encoding.rawValue.utf8) == encoding)
    #expect(MessageEncoding.accepted.split(separator: ",").contains { $0 == encoding.rawValue })
  }

  @Test(arguments: ["", "GZIP", "gzip ", "gzi", "gzipp", "br", "snappy", "gzip,deflate"])
  func `of another name is unknown`(header: String) {
    #expect(MessageEncoding(header: header.utf8) == nil)
  }

  @Test(arguments: [
    ("gzip", MessageEncoding.gzip), ("deflate", .deflate), ("identity,deflate,gzip", .gzip),
    ("deflate , gzip", .gzip), ("\tdeflate\t", .deflate), ("br,deflate", .deflate),
    ("identity", nil), ("", nil), (",", nil), (" , ,", nil), ("br", nil), ("gzip;q=1", nil),
    ("GZIP", nil), ("gzipp", nil), ("gzi,deflat", nil), ("gzi,p,deflate,gz", .deflate),
  ])
  func `is preferred if it compresses and the peer takes it`(
    header: String, encoding: MessageEncoding?
  ) {
    #expect(MessageEncoding.preferred(in: Array(header.utf8).span) == encoding)
  }
}
