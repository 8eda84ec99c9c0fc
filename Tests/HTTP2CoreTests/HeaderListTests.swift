internal import HTTP2Core
internal import Testing

@Suite struct HeaderListTests {
  @Test func `fields come back in their order`() {
    var list = HeaderList()
    let added = [
      list.append(":path", "/"), list.append("a", ""),
      list.append("b", String(repeating: "x", count: 100_000)),
      list.append("a", "2", isSecret: true),
    ]
    #expect(added == [true, true, true, true])
    var fields: [String] = []
    list.forEachField { name, value in fields.append("\(String(repairing: name)) \(value.count)") }
    #expect(fields == [":path 1", "a 0", "b 100000", "a 1"])
    #expect(list.count == 4)
  }

  @Test func `the first field of a name is found`() {
    let list = HeaderList([("a", "1"), ("b", "2"), ("b", "3")])
    #expect(list["b"] == "2")
    #expect(list["c"] == nil)
  }

  @Test func `lists are joined`() {
    var list = HeaderList([("a", "1")])
    list.append(contentsOf: HeaderList([("b", "2")]))
    #expect(list == HeaderList([("a", "1"), ("b", "2")]))
    list.removeAll()
    #expect(list == HeaderList())
  }

  @Test(arguments: ["", ":", "Upper", "a b", "a:b", "a\r", "ä", "a\0", "a(", "::a"])
  func `a name that HTTP does not allow is left out`(name: String) {
    var list = HeaderList()
    let isAdded = list.append(name, "1")
    #expect(!isAdded)
    #expect(list == HeaderList())
  }

  @Test(arguments: ["a\r\nb: c", "\n", "a\0", " a", "a ", "\ta", "\u{7f}", "\u{1}"])
  func `a value that HTTP does not allow is left out`(value: String) {
    var list = HeaderList()
    let isAdded = list.append("a", value)
    #expect(!isAdded)
    #expect(list == HeaderList())
  }

  @Test(arguments: ["", "a b", "a\tb", "ä", "(a; b=\"c\")"])
  func `a value that HTTP allows is taken`(value: String) {
    #expect(HeaderList([("a", value)])["a"] == value)
  }

  @Test func `a list shows its names and no values`() {
    #expect("\(HeaderList([("authorization", "secret"), ("b", "2")]))" == "authorization, b")
  }

  @Test func `a secret field enters no table`() throws {
    for isSecret in [false, true] {
      var pair = try Pair()
      try pair.start()
      var sizes: [Int] = []
      for _ in 0..<2 {
        var list = Fields.request
        list.append("x-token", String(repeating: "0", count: 400), isSecret: isSecret)
        _ = try pair.client.openStream(headers: list, endStream: true)
        var bytes: [UInt8] = []
        _ = try pair.client.drain(into: &bytes, upTo: 65_536)
        sizes.append(bytes.count)
      }
      #expect((sizes[1] > 200) == isSecret, "\(sizes)")
    }
  }

  @Test func `bytes are compared with text`() {
    let bytes = Array("grpc-status".utf8)
    let equal = ["grpc-status", "grpc-statut", "grpc-statu", ""] as [StaticString]
    #expect(equal.map { bytes.span.equals($0) } == [true, false, false, false])
    let prefixes = ["grpc-", "", "grpc-status", "grpc-status-", "h"] as [StaticString]
    #expect(prefixes.map { bytes.span.hasPrefix($0) } == [true, true, true, false, false])
    let (none, broken) = ([] as [UInt8], [0xff, 0x61] as [UInt8])
    let isEmpty = none.span.equals("")
    #expect(isEmpty)
    let repaired = String(repairing: broken.span)
    #expect(repaired == "\u{fffd}a")
  }
}
