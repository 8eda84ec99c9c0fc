private import COpenSSL
internal import TLSCore

/// Two ends of one connection, and what each has heard.
struct Pair {
  let client: TLSConnection
  let server: TLSConnection
  var toServer: [UInt8] = []
  var toClient: [UInt8] = []
  var heardByServer: [UInt8] = []
  var heardByClient: [UInt8] = []
  var clientError: TLSError?
  var serverError: TLSError?

  /// Makes both ends.
  ///
  /// - Parameters:
  ///   - client: The client's configuration.
  ///   - server: The server's configuration.
  ///   - name: What the client calls the server.
  /// - Throws: `TLSError` for a name that cannot be one.
  init(_ client: TLSConfiguration, _ server: TLSConfiguration, name: String? = nil) throws {
    self.client = try TLSConnection(client, serverName: name)
    self.server = try TLSConnection(server)
  }

  /// Two established ends that believe everybody.
  static func established() throws -> Pair {
    var pair = try Pair(
      .client(trusting: .insecure), .server(identity: .sample("server")))
    try pair.start()
    pair.run()
    if let error = pair.clientError ?? pair.serverError { throw error }
    return pair
  }

  /// Lets the client begin.
  mutating func start() throws {
    try client.start(outgoing: &toServer)
  }

  /// Carries bytes to and fro, at most `size` at once, until there are none.
  mutating func run(size: Int = .max) {
    while !toServer.isEmpty || !toClient.isEmpty {
      deliver(size: size)
    }
  }

  /// Carries what there is now to the server, then what there is then to the client.
  mutating func deliver(size: Int = .max) {
    let up = toServer
    toServer = []
    for start in stride(from: 0, to: up.count, by: min(size, max(1, up.count))) {
      let piece = Array(up[start..<min(start + min(size, up.count), up.count)])
      do throws(TLSError) {
        try server.receive(piece.span, into: &heardByServer, outgoing: &toClient)
      } catch {
        serverError = serverError ?? error
      }
    }
    let down = toClient
    toClient = []
    for start in stride(from: 0, to: down.count, by: min(size, max(1, down.count))) {
      let piece = Array(down[start..<min(start + min(size, down.count), down.count)])
      do throws(TLSError) {
        try client.receive(piece.span, into: &heardByClient, outgoing: &toServer)
      } catch {
        clientError = clientError ?? error
      }
    }
  }
}

extension Identity {
  /// A new identity that is valid from 2001 on.
  static func sample(_ name: String, hostNames: [String] = []) throws(TLSError) -> Identity {
    guard let validity = Validity(notBefore: 0) else {
      throw TLSError(.misuse, cannot: "make a sample", "time does not begin in 2001")
    }
    return try make(commonName: name, hostNames: hostNames, validity: validity)
  }
}
