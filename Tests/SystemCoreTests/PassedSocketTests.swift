private import Glibc
internal import SystemCore
internal import TestSupport
internal import Testing

@Suite struct PassedSocketTests {
  private let own = String(getpid())

  @Test(arguments: [nil, "", "1", "x", "+1", "-1"])
  func `what is for another process is left alone`(process: String?) throws {
    let sockets = try ServiceManager.takeSockets(process: process, count: "1", names: "nodes")
    #expect(sockets.isEmpty)
  }

  @Test func `without a count there are none`() throws {
    #expect(try ServiceManager.takeSockets(process: own, count: nil, names: nil).isEmpty)
    #expect(try ServiceManager.takeSockets(process: own, count: "0", names: "").isEmpty)
  }

  @Test(arguments: ["", "-1", "+1", "65", "99999999999999999999"])
  func `a count that is none is an error`(count: String) throws {
    #expect(throws: SystemError.self) {
      try ServiceManager.takeSockets(process: own, count: count, names: nil)
    }
  }

  @Test func `signs of life are wanted of this process, or of nobody`() throws {
    #expect(
      ServiceManager.watchdogPeriod(microseconds: "3000000", process: own) == .seconds(3))
    #expect(ServiceManager.watchdogPeriod(microseconds: "1", process: nil) == .microseconds(1))
    #expect(ServiceManager.watchdogPeriod(microseconds: "1", process: "1") == nil)
    for text in [nil, "", "0", "-1", "x", "99999999999999999999"] {
      #expect(ServiceManager.watchdogPeriod(microseconds: text, process: own) == nil)
    }
  }
}
