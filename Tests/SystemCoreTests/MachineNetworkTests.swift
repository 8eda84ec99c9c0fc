internal import SystemCore
internal import Testing

struct MachineNetworkTests {
  @Test func `its addresses can be listened at, and are for others`() throws {
    let addresses = try Machine.addresses(port: 0)
    #expect(Set(addresses).count == addresses.count)
    for address in addresses {
      #expect(!address.isLoopback && !address.isUnix && address.isReachableFromAfar)
      #expect(address.port == 0)
      _ = try Socket.listen(at: address)
    }
  }

  @Test func `its addresses get the port they are asked for`() throws {
    let hosts = try Machine.addresses().map(\.host)
    #expect(try Machine.addresses(port: 7443).map(\.host) == hosts)
    #expect(try Machine.addresses(port: 7443).allSatisfy { $0.port == 7443 })
  }

  @Test func `it has a name`() throws {
    let name = try Machine.hostName()
    let kernel = try FileSystem.readFile("/proc/sys/kernel/hostname", atMost: 256)
    #expect(name + "\n" == String(decoding: kernel, as: UTF8.self))
  }

  @Test(arguments: [
    "10.0.0.1", "192.168.1.2", "203.0.113.7", "172.16.0.1", "2001:db8::1", "fd00::1", "fec0::1",
  ])
  func `an address that others can use is for others`(host: String) throws {
    #expect(try #require(SocketAddress(host: host, port: 1)).isReachableFromAfar)
  }

  @Test(arguments: [
    "127.0.0.1", "127.255.0.9", "0.0.0.0", "169.254.1.1", "224.0.0.251", "255.255.255.255", "::",
    "::1", "fe80::1", "febf::1", "ff02::fb", "::ffff:127.0.0.1", "::ffff:169.254.0.1",
  ])
  func `an address of this machine or link is not for others`(host: String) throws {
    #expect(try !#require(SocketAddress(host: host, port: 1)).isReachableFromAfar)
  }

  @Test(
    arguments: ["127.0.0.1", "10.20.30.40", "::1", "2001:db8::1:2", "fe80::1"], [0, 1, 65_535])
  func `the host of an address is as it was read`(host: String, port: UInt16) throws {
    #expect(try #require(SocketAddress(host: host, port: port)).host == host)
  }

  @Test func `a file has no host`() {
    #expect(SocketAddress.unix(path: "/a:1").host == nil)
    #expect(!SocketAddress.unix(path: "/a").isReachableFromAfar)
  }
}
