internal import RPCCore
internal import Testing

@Suite struct `A method's path` {
  @Test(arguments: [
    ("/a/b", "a", "b"), ("/dyad.v1.Sync/Open", "dyad.v1.Sync", "Open"), ("/a/b/c", "a/b", "c"),
    ("/a//c", "a/", "c"), ("/é/ü", "é", "ü"),
  ])
  func `has a service and a method`(path: String, service: String, method: String) throws {
    let read = try #require(MethodPath(path: path))
    #expect(read.service == service)
    #expect(read.method == method)
    #expect(read == MethodPath(service: service, method: method))
    #expect(read.description == path.dropFirst())
  }

  @Test(arguments: ["", "/", "//", "///", "a/b", "/a", "/a/", "//b", "*", "a"])
  func `that has another form is none`(path: String) {
    #expect(MethodPath(path: path) == nil)
  }

  // A combining mark makes one character of itself and the slash before it.
  @Test(arguments: [
    ("/a/\u{301}b", "a", "\u{301}b"), ("/\u{301}a/b", "\u{301}a", "b"),
    ("/\u{301}/\u{301}", "\u{301}", "\u{301}"), ("/\u{200D}/\u{FE0F}", "\u{200D}", "\u{FE0F}"),
  ])
  func `is cut between bytes, not characters`(
    path: String, service: String, method: String
  ) throws {
    let read = try #require(MethodPath(path: path))
    #expect(Array(read.service.utf8) == Array(service.utf8))
    #expect(Array(read.method.utf8) == Array(method.utf8))
    #expect(Array(read.description.utf8) == Array(path.utf8.dropFirst()))
  }
}
