private import COpenSSL
private import Glibc
private import Synchronization
internal import TLSCore
internal import Testing

struct MemoryTests {
  @Test func `an idle connection keeps no buffers`() async {
    // A process of its own, because OpenSSL lets its memory be counted only from the start.
    await #expect(processExitsWith: .success) {
      try OpenSSLMemory.startCounting()
      let client = try TLSConfiguration.client(trusting: .insecure)
      let server = try TLSConfiguration.server(identity: .sample("server"))
      let said = [UInt8](repeating: 1, count: 100_000)
      func talk() throws -> (TLSConnection, TLSConnection) {
        var pair = try Pair(client, server)
        try pair.start()
        pair.run()
        try pair.client.send(said.span, outgoing: &pair.toServer)
        try pair.server.send(said.span, outgoing: &pair.toClient)
        pair.run()
        guard pair.heardByClient == said, pair.heardByServer == said else {
          throw Finding("the ends do not hear each other")
        }
        return (pair.client, pair.server)
      }
      var kept = [try talk()]
      let before = OpenSSLMemory.count
      for _ in 0..<10 { kept.append(try talk()) }
      let each = (OpenSSLMemory.count - before) / (2 * 10)
      // It needs 15 KiB for the keys and what it knows of the peer, and as much again for each
      // buffer that it does not let go.
      guard each > 1_024, each < 20_480 else {
        throw Finding("an idle connection has \(each) bytes")
      }
      kept.removeAll()
      guard OpenSSLMemory.count < before else { throw Finding("connections leave memory behind") }
    }
  }
}

/// How much memory OpenSSL has in use in this process.
private enum OpenSSLMemory {
  /// Where the size of each piece stands before it, so that the piece is still aligned.
  private static let header = 16
  private static let bytes = Atomic(0)

  static var count: Int { bytes.load(ordering: .relaxed) }

  /// Counts from now on; it fails once OpenSSL has asked for memory.
  static func startCounting() throws {
    let status = unsafe CRYPTO_set_mem_functions(
      { size, _, _ in unsafe OpenSSLMemory.resize(nil, size) },
      { piece, size, _, _ in unsafe OpenSSLMemory.resize(piece, size) },
      { piece, _, _ in unsafe OpenSSLMemory.release(piece) })
    guard status == 1 else { throw Finding("OpenSSL has memory already") }
  }

  private static func resize(
    _ piece: UnsafeMutableRawPointer?, _ size: Int
  ) -> UnsafeMutableRawPointer? {
    let start = unsafe piece.map { unsafe $0 - header }
    let old = unsafe start?.load(as: Int.self) ?? 0
    guard let moved = unsafe realloc(start, size + header) else { return nil }
    unsafe moved.storeBytes(of: size, as: Int.self)
    bytes.add(size - old, ordering: .relaxed)
    return unsafe moved + header
  }

  private static func release(_ piece: UnsafeMutableRawPointer?) {
    guard let start = unsafe piece.map({ unsafe $0 - header }) else { return }
    bytes.subtract(unsafe start.load(as: Int.self), ordering: .relaxed)
    unsafe free(start)
  }
}

/// What the process of a test found; it stands in the output of the test.
private struct Finding: Error {
  let words: String

  init(_ words: String) {
    self.words = words
  }
}
