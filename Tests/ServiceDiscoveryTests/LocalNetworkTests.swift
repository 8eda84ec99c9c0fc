internal import ServiceDiscovery
internal import TestSupport
internal import Testing

/// The peers are processes of their own: a bus is named by the environment.
@Suite(
  .serialized,
  .enabled(
    if: PrivateNetwork.obstacle == nil,
    "avahi-daemon cannot run here: \(PrivateNetwork.obstacle ?? "")"))
struct LocalNetworkTests {
  private let network: PrivateNetwork

  init() throws {
    network = try PrivateNetwork()
  }

  @Test func `what one machine announces another finds, with all that was said`() throws {
    let announcer = try network.left.peer("announce", "Küche 📱", "7443", "role=phone", "v=1")
    try announcer.waitForLine("announced")
    let wanted = [
      "Küche 📱|10.77.0.1:7443|role=phone|v=1", "Küche 📱|[fd77::1]:7443|role=phone|v=1",
    ]
    #expect(try network.right.lines("find", "_dyad._tcp", "Küche 📱") == wanted)
    #expect(try network.left.lines("find", "_dyad._tcp", "Küche 📱") == wanted)
    #expect(try announcer.finish().lines == ["announced", "withdrawn"])
  }

  @Test func `a service is withdrawn when its closure ends`() throws {
    let announcer = try network.left.peer("announce", "phone", "7443")
    try announcer.waitForLine("announced")
    _ = try network.right.lines("find", "_dyad._tcp", "phone")
    #expect(try announcer.finish().lines == ["announced", "withdrawn"])
    #expect(try network.right.lines("find", "_dyad._tcp", "phone", "no") == [])
  }

  @Test func `a service goes with a process that is killed`() throws {
    do {
      // It is killed with its last reference.
      let announcer = try network.left.peer("announce", "phone", "7443")
      try announcer.waitForLine("announced")
      _ = try network.right.lines("find", "_dyad._tcp", "phone")
    }
    #expect(try network.right.lines("find", "_dyad._tcp", "phone", "no") == [])
  }

  @Test func `a name that the same machine or another has is not taken twice`() throws {
    let first = try network.left.peer("announce", "phone", "7001")
    try first.waitForLine("announced")
    let second = try network.left.peer("announce", "phone", "7002")
    try second.waitForLine("announced")
    let third = try network.right.peer("announce", "phone", "7003")
    try third.waitForLine("announced")
    let lines = try network.right.lines("find", "_dyad._tcp", "phone #3")
    #expect(
      lines.filter { !$0.contains("[") } == [
        "phone|10.77.0.1:7001", "phone #2|10.77.0.1:7002", "phone #3|10.77.0.2:7003",
      ])
    for announcer in [first, second, third] {
      #expect(try announcer.finish().lines == ["announced", "withdrawn"])
    }
  }

  @Test func `a service of another type is not found`() throws {
    let announcer = try network.left.peer("announce", "phone", "7443")
    try announcer.waitForLine("announced")
    _ = try network.right.lines("find", "_dyad._tcp", "phone")
    #expect(try network.right.lines("browse", "_other._tcp", "300") == ["0 found"])
  }

  @Test func `a search returns at most 64 services`() throws {
    // With two addresses each that is more.
    let announcers = try (0..<36).map { index in
      try network.left.peer("announce", "phone \(index)", "\(7_000 + index)")
    }
    for announcer in announcers { try announcer.waitForLine("announced") }
    #expect(try network.right.lines("count", "_dyad._tcp", "64") == ["64 found"])
  }

  @Test(arguments: ["early", "late"])
  func `an announcement that is cancelled ends at once and is withdrawn`(time: String) throws {
    let lines = try network.left.lines("cancel", "phone", "7443", time)
    #expect(lines.last == "CancellationError")
    #expect(try network.right.lines("find", "_dyad._tcp", "phone", "no") == [])
  }

  @Test func `a closure runs on when the bus is gone`() throws {
    let announcer = try network.left.peer("announce", "phone", "7443")
    try announcer.waitForLine("announced")
    _ = try network.right.lines("find", "_dyad._tcp", "phone")
    network.left.killBus()
    #expect(try network.right.lines("find", "_dyad._tcp", "phone", "no") == [])
    #expect(try announcer.finish().lines == ["announced", "withdrawn"])
  }

  @Test func `a service is announced again when the daemon is back`() throws {
    let announcer = try network.left.peer("announce", "phone", "7443")
    try announcer.waitForLine("announced")
    try network.left.stopDaemon()
    let error = try network.left.lines("browse", "_dyad._tcp", "300")
    #expect(error.count == 1 && error[0].hasPrefix("noDaemon cannot look for services: "))
    try network.left.prepareDaemon()
    try network.reconnect()
    _ = try network.right.lines("find", "_dyad._tcp", "phone")
    #expect(try announcer.finish().lines == ["announced", "withdrawn"])
  }
}
