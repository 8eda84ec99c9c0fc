internal import SystemCore
internal import TestSupport
internal import Testing

@Suite struct ServiceManagerTests {
  @Test func `it is told at the socket it names`() throws {
    let folder = try TemporaryFolder()
    let inbox = try DatagramInbox(path: folder.file("notify"))
    let manager = try #require(ServiceManager(socket: folder.file("notify")))
    try manager.tell(.ready)
    #expect(inbox.next() == "READY=1")
    try manager.tell(.stopping)
    #expect(inbox.next() == "STOPPING=1")
    try manager.tell(.alive)
    #expect(inbox.next() == "WATCHDOG=1")
    try manager.tell(.reloading)
    let words = inbox.next().split(separator: "\n")
    #expect(words.first == "RELOADING=1")
    let time = try #require(Int64(words.last?.split(separator: "=").last ?? ""))
    #expect(time <= MonotonicInstant.now.nanoseconds / 1_000)
  }

  @Test func `one that is not there is an error`() throws {
    let folder = try TemporaryFolder()
    let manager = try #require(ServiceManager(socket: folder.file("nobody")))
    let error = #expect(throws: SystemError.self) { try manager.tell(.ready) }
    #expect(error?.code == .notFound)
    let abstract = try #require(ServiceManager(socket: "@dyad-test-nobody"))
    let refusal = #expect(throws: SystemError.self) { try abstract.tell(.ready) }
    #expect(refusal?.code == .connectionRefused)
  }

  @Test(arguments: ["", "notify", "vsock:2:1", "@", "/" + String(repeating: "a", count: 107)])
  func `a value that names no socket names no manager`(value: String) {
    #expect(ServiceManager(socket: value) == nil)
  }

  @Test(arguments: ["", "1:2", "a:b"]) func `another stream is not the journal`(stream: String) {
    #expect(!ServiceManager.isJournal(stream))
  }

  @Test(arguments: [Int32](-1...2)) func `a standard stream is not used to tell`(number: Int32) {
    #expect(throws: SystemError.self) { try ServiceManager.tellReady(throughDescriptor: number) }
  }
}
