internal import TestSupport
internal import Testing

// What a hostile network says cannot be said through avahi-daemon, so the rules for it are called here.
@testable internal import ServiceDiscovery

struct FoundServiceTests {
  private func service(
    _ name: String, _ text: [String] = [], port: UInt16 = 7443
  ) throws -> FoundService? {
    let address = try #require(ServiceAddress([192, 168, 1, 20], port: port))
    return FoundService(announced: name, address: address, text: text)
  }

  @Test func `an honest service is found as it was announced`() throws {
    #expect(
      try service("Küche 📱", ["role=phone", "v=1"])
        == FoundService(
          name: "Küche 📱", address: "192.168.1.20:7443", text: ["role=phone", "v=1"]))
  }

  @Test func `what a terminal would obey is dropped`() throws {
    let found = try service(
      "\u{1B}[2Jphone\u{7}\u{9B}31m\u{202E}\u{0}", ["v=1\r\n", "\u{85}\u{2066}", "a\u{7F}=b"])
    #expect(found?.name == "[2Jphone31m")
    #expect(found?.text == ["v=1", "a=b"])
  }

  @Test func `a name of nothing readable, or too long, is no service`() throws {
    #expect(try service("") == nil)
    #expect(try service("\u{1B}\u{7}\u{202E}") == nil)
    #expect(try service(String(repeating: "x", count: 64)) == nil)
    #expect(try service(String(repeating: "x", count: 63))?.name.count == 63)
  }

  @Test func `long and many entries are left out`() throws {
    let long = String(repeating: "x", count: 256)
    #expect(try service("phone", ["v=1", long, "w=2"])?.text == ["v=1", "w=2"])
    #expect(try service("phone", [String](repeating: "v=1", count: 1_000))?.text.count == 32)
  }

  @Test(
    arguments: [
      ([10, 0, 0, 1], "10.0.0.1:7443"),
      ([169, 254, 1, 2], "169.254.1.2:7443"),
      ([0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "[2001:db8::1]:7443"),
      ([0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4], "[fd00::1:2:3:4]:7443"),
    ] as [([UInt8], String)])
  func `an address is written as it is typed`(bytes: [UInt8], text: String) {
    #expect(ServiceAddress(bytes, port: 7_443)?.description == text)
  }

  @Test(
    arguments: [
      [], [127], [0, 0, 0, 0], [224, 0, 0, 251], [255, 255, 255, 255],
      [UInt8](repeating: 1, count: 5),
      [UInt8](repeating: 0, count: 16), [0xFE, 0x80] + [UInt8](repeating: 1, count: 14),
      [0xFF, 2] + [UInt8](repeating: 1, count: 14),
      [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 127, 0, 0, 1],
      [UInt8](repeating: 1, count: 17),
    ] as [[UInt8]])
  func `an address nothing can be reached at is none`(bytes: [UInt8]) {
    #expect(ServiceAddress(bytes, port: 7_443) == nil)
  }

  @Test func `port 0 is nowhere`() {
    #expect(ServiceAddress([10, 0, 0, 1], port: 0) == nil)
  }

  private func sighting(_ number: Int) -> FoundServices.Sighting {
    FoundServices.Sighting(
      interface: Int32(number), family: 0, name: "phone", type: "_dyad._tcp", domain: "local")
  }

  @Test func `a service that is seen on many networks is listed once`() {
    var found = FoundServices()
    let service = FoundService(name: "phone", address: "10.0.0.1:1")
    for number in 0..<3 { found.insert(service, at: sighting(number)) }
    #expect(found.list == [service])
    found.remove(sighting(0))
    #expect(found.list == [service])
    found.remove(sighting(1))
    found.remove(sighting(2))
    #expect(found.list == [])
  }

  @Test func `the list is the same in whatever order services were seen`() {
    let seed: UInt64 = 0xD15C0
    var chance = SeededGenerator(seed: seed)
    var services: [FoundService] = []
    for name in ["a", "b", "c"] {
      for address in ["10.0.0.1:1", "[fd00::1]:1"] {
        for text in [["v=1"], ["v=2"]] {
          services.append(FoundService(name: name, address: address, text: text))
        }
      }
    }
    let wanted = services.filter { $0.text == ["v=1"] }
    for _ in 0..<50 {
      var found = FoundServices()
      for (number, service) in services.shuffled(using: &chance).enumerated() {
        found.insert(service, at: sighting(number))
      }
      #expect(found.list == wanted, "seed \(seed)")
    }
  }

  @Test func `a flood of services stays small, and those already there stay current`() {
    var found = FoundServices()
    for number in 0..<10_000 {
      found.insert(
        FoundService(name: "phone \(number)", address: "10.0.0.1:1"), at: sighting(number))
    }
    #expect(found.list.count == 64)
    found.insert(FoundService(name: "renamed", address: "10.0.0.1:1"), at: sighting(5))
    #expect(found.list.count == 64)
    #expect(found.list.contains { $0.name == "renamed" })
    found.remove(sighting(5))
    found.insert(FoundService(name: "new", address: "10.0.0.1:1"), at: sighting(20_000))
    #expect(found.list.contains { $0.name == "new" })
  }
}
