internal import SystemCore
internal import Testing

struct SocketAddressTests {
  @Test(arguments: [
    ("127.0.0.1:80", SocketAddress.ipv4(0x7f00_0001, port: 80)),
    ("0.0.0.0:0", .ipv4(0, port: 0)),
    ("255.1.2.3:65535", .ipv4(0xff01_0203, port: 65_535)),
    ("[::1]:7443", .ipv6(0, 1, interface: 0, port: 7_443)),
    ("[2001:db8::ff]:1", .ipv6(0x2001_0db8_0000_0000, 0xff, interface: 0, port: 1)),
    ("unix:/run/a:b", .unix(path: "/run/a:b")),
  ])
  func `an address is read, and written the same`(text: String, address: SocketAddress) {
    #expect(SocketAddress(text) == address)
    #expect(address.description == text)
  }

  @Test(arguments: [
    "", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:+80", "127.0.0.1:-1",
    "127.0.0.1: 80", "127.0.0.1:000080", "127.0.0:80", "::1:80", "[::1]", "[::1", "[127.0.0.1]:80",
    "[]:80", "unix:", "localhost:80", "[::1]80", "127.0.0.1:٨٠", "127.0.0.1\0:80",
    "unix:" + String(repeating: "a", count: 108), "unix:a\0b",
  ])
  func `what is no address is none`(text: String) {
    #expect(SocketAddress(text) == nil)
  }

  @Test func `an old address in a new one's clothes is the old one`() {
    #expect(SocketAddress("[::ffff:10.0.0.1]:5") == .ipv4(0x0a00_0001, port: 5))
  }

  @Test(arguments: [
    ("127.0.0.1:1", true), ("127.9.9.9:1", true), ("[::1]:1", true), ("unix:/a", true),
    ("128.0.0.1:1", false), ("0.0.0.0:1", false), ("[::2]:1", false), ("[::]:1", false),
  ])
  func `some addresses do not leave the machine`(text: String, isLoopback: Bool) throws {
    #expect(try #require(SocketAddress(text)).isLoopback == isLoopback)
  }
}

struct EndpointTests {
  @Test(arguments: [
    ("localhost:80", Endpoint.name("localhost", port: 80)),
    ("a.example.org:7443", .name("a.example.org", port: 7_443)),
    ("127.0.0.1:80", .address(.loopback(port: 80))),
    ("unix:/a", .address(.unix(path: "/a"))),
  ])
  func `a name or an address is read`(text: String, endpoint: Endpoint) {
    #expect(Endpoint(text) == endpoint)
    #expect(endpoint.description == text)
  }

  @Test(arguments: ["localhost", ":80", "unix:", "a:b:80", "[a:b]:80", "a\0b:80"])
  func `what is neither is nothing`(text: String) {
    #expect(Endpoint(text) == nil)
  }

  @Test func `an address needs no looking up`() async throws {
    #expect(try await Endpoint.address(.loopback(port: 1)).addresses() == [.loopback(port: 1)])
  }

  @Test func `the machine knows itself`() async throws {
    let addresses = try await Endpoint.name("localhost", port: 99).addresses()
    #expect(!addresses.isEmpty)
    #expect(addresses.allSatisfy { $0.isLoopback && $0.port == 99 })
  }

  @Test func `a name that cannot be is an error`() async throws {
    await #expect(throws: SystemError.self) {
      _ = try await Endpoint.name("not a name", port: 1).addresses()
    }
  }

  @Test func `whoever is cancelled does not wait`() async {
    let task = Task { () async throws -> [SocketAddress] in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await Endpoint.name("localhost", port: 1).addresses()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
