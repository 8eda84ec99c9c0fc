internal import PeerSupport
private import Synchronization
internal import SystemCore
internal import TestSupport

extension PostgresServer {
  /// Lends one for the length of a closure.
  static func use(
    _ words: [String] = [], _ body: (PostgresServer) async throws -> Void
  ) async throws {
    let server = try await WorkThread.value("test.postgres") {
      try PostgresServer(try script(), words + ["fsync = off"])
    }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(server))
    } catch {
      result = .failure(error)
    }
    try await WorkThread.value("test.postgres") { try server.stop() }
    try result.get()
  }

  /// The socket in the file system.
  var socket: String {
    let folder = address.split(separator: "host=").last?.split(separator: "&").first ?? ""
    return "\(folder)/.s.PGSQL.5432"
  }
}

/// Stands between a mirror and its server, and cuts connections, or stops to hand anything on.
final class CuttingProxy: Sendable {
  private let listener: RawListener
  private let target: String
  /// How many more bytes of answers are let through, for the connections that are still to be cut.
  private let cuts: Mutex<[Int]>
  /// How many bytes of requests are let through until nothing is any more.
  private let mostRequested: Int
  /// Hears what is requested; the server is disguised then as one that no program knows.
  private let watch: StatementWatch?
  /// Given once so much was requested.
  let stall = Notice<Void>()

  /// - Parameters:
  ///   - target: The server's socket.
  ///   - cuts: For each of the first connections after how many bytes of answers it is cut: the server may have done
  ///     what it says, and nobody hears of it.
  ///   - mostRequested: After how many bytes of requests it hands nothing on.
  ///   - watch: Hears what is requested.
  /// - Throws: Where the system gives it no port.
  init(
    to target: String, cuttingAfter cuts: [Int] = [], stallingAfter mostRequested: Int = .max,
    watching watch: StatementWatch? = nil
  ) throws {
    self.watch = watch
    self.mostRequested = mostRequested
    listener = try RawListener()
    self.target = target
    self.cuts = Mutex(cuts)
    WorkThread.start("test.proxy") { [weak self, listener] in
      while true {
        let client = try? listener.accept()
        // However long nobody came: as long as somebody holds it.
        guard let self else { return }
        if let client { serve(client) }
      }
    }
  }

  /// The address of the server behind it.
  var address: String {
    "postgresql://owner@127.0.0.1:\(listener.port)/postgres?sslmode=disable&gssencmode=disable"
  }

  private func serve(_ client: RawSocket) {
    guard let server = try? RawSocket.connect(path: target) else { return }
    for socket in [client, server] { socket.waitForGood() }
    let limit = cuts.withLock { $0.isEmpty ? Int.max : $0.removeFirst() }
    WorkThread.start("test.proxy.up") { [self] in
      var left = mostRequested
      let read = watch?.reader()
      while let bytes = try? client.receive(), !bytes.isEmpty {
        if left == 0 { continue }
        read?(bytes)
        guard (try? server.send(Array(bytes.prefix(left)))) != nil else { break }
        left -= min(left, bytes.count)
        if left == 0 { stall.give(()) }
      }
      try? server.finishSending()
    }
    WorkThread.start("test.proxy.down") { [self] in
      var left = limit
      while left > 0, let bytes = try? server.receive(), !bytes.isEmpty {
        let told = watch == nil ? bytes : Self.disguised(bytes)
        guard (try? client.send(Array(told.prefix(left)))) != nil else { break }
        left -= min(left, bytes.count)
      }
      try? client.finishSending()
    }
  }

  /// An answer in which the server calls itself by another name of the same length.
  private static func disguised(_ bytes: [UInt8]) -> [UInt8] {
    let (name, other) = (Array("PostgreSQL 1".utf8), Array("SomeEngine 1".utf8))
    guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: name) }) else {
      return bytes
    }
    var told = bytes
    told.replaceSubrange(place..<place + name.count, with: other)
    return told
  }
}
