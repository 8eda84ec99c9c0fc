internal import HTTP2Core
internal import RPCCore
internal import SystemCore
internal import TLSCore

/// A socket with a session behind it, through TLS or not.
///
/// It holds no more than `outputLimit` bytes for the peer and asks the session for more when those are
/// gone, so what cannot be sent waits where it can be counted: in the calls.
final class Link {
  /// How a look at the socket went.
  enum Progress {
    case goesOn
    /// The peer has ended its side, or everything is said.
    case finished
    case failed(any Error)
  }

  /// How much is framed and encrypted at a time.
  ///
  /// Enough to make system calls rare, little enough to stay in the cache, and for the peer to decrypt
  /// while we encrypt. Measured with messages of 1 MiB, half and twice as much are slower.
  private static let outputLimit = 64 * 1024
  /// How often a socket is read before others have their turn.
  private static let readsPerTurn = 4
  /// How much of it is read where others have much to be done: some calls.
  private static let sparingBytes = 1_024

  let socket: Socket
  let gate: LinkGate
  private let registration: SocketRegistration
  private let tls: TLSConnection?
  /// What TLS has to say by itself.
  private var held: [UInt8] = []
  /// Whether what the peer sends is read for no other reason than that it may read our last word.
  private var isDeaf = false
  /// Set when this side will say no more: the session is done, or TLS has failed.
  private(set) var isClosing = false
  /// Whether all is said, and the peer knows it.
  private var hasSaidGoodbye = false
  /// Whether the peer will say no more.
  private var hasPeerEnded = false

  /// Makes one of a socket that is registered.
  ///
  /// - Parameters:
  ///   - socket: What it reads and writes.
  ///   - registration: Where it asks to hear of the socket.
  ///   - tls: What is between the socket and the session, if anything is.
  ///   - goOn: Called on any thread when there is something to send after all, or nothing ever again.
  init(
    _ socket: Socket, _ registration: SocketRegistration, tls: TLSConnection?,
    mayGoOn goOn: @escaping @Sendable () -> Void
  ) {
    self.socket = socket
    gate = LinkGate(of: socket, waking: goOn)
    self.registration = registration
    self.tls = tls
    registration.setInterest(.read)
  }

  /// Whether the peer can be spoken to: TLS, if any, is established.
  var isEstablished: Bool { tls?.isEstablished ?? true }

  /// Who is at the other end, once it is established.
  ///
  /// - Parameter label: what the secret for both ends is for, if one is wanted.
  /// - Returns: what is known of it.
  /// - Throws: when the secret cannot be derived, or the system does not tell who listens or calls.
  func peer(binding label: ChannelBindingLabel?) throws -> CallPeer {
    var peer = CallPeer(address: socket.remoteAddress.map { "\($0)" } ?? "unknown")
    peer.publicKey = tls?.peerCertificate?.fingerprint.bytes
    if socket.isUnix { peer.user = try socket.peerCredentials().user }
    if let label {
      // A context that is empty is none (RFC 8446 §7.5).
      peer.channelBinding = try tls?.exporter(
        label: label.text, count: ChannelBindingLabel.byteCount)
    }
    return peer
  }

  /// Whether bytes wait that the peer does not take.
  var isBlocked: Bool { !held.isEmpty || gate.isBlocked }

  /// The peer will say no more, but is still to be answered.
  func stopReading() {
    hasPeerEnded = true
    registration.setInterest([])
  }

  /// Begins TLS on the side of a client.
  func start() throws(TLSError) {
    try tls?.start(outgoing: &held)
  }

  /// Says goodbye if that is still possible, and ends hearing of the socket, which is closed with its
  /// last reference.
  func close() {
    if isEstablished, !isClosing, !isBlocked, gate.isOpen() {
      // Whoever is gone already does not miss it.
      _ = try? sayGoodbye()
    }
    gate.close()
    registration.end()
  }
}

extension Link {
  /// Reads what is there, and feeds it to a session.
  ///
  /// - Parameters:
  ///   - buffers: memory shared with other links of the loop.
  ///   - isSparing: whether to leave most of it for the next turn.
  ///   - now: time since any fixed moment.
  ///   - session: made at the first bytes that are for it.
  /// - Returns: whether the connection goes on.
  func receive(
    with buffers: inout LinkBuffers, sparingly isSparing: Bool = false, now: Duration,
    _ session: () throws -> (any LinkSession)?
  ) -> Progress {
    guard !isDeaf else { return discard(with: &buffers) }
    let most = isSparing ? Self.sparingBytes : buffers.read.capacity
    for _ in 0..<(isSparing ? 1 : Self.readsPerTurn) {
      do {
        switch try socket.receive(into: &buffers.read, atMost: most) {
        case .wouldBlock: return .goesOn
        case .endOfStream:
          try tls?.receiveEnd()
          return .finished
        case .bytes(let count):
          try feed(&buffers, now: now, session)
          if count < buffers.read.capacity { return .goesOn }
        }
      } catch let error as HTTP2Error {
        // The session has a last word, which is sent before the connection is closed.
        isDeaf = true
        return .failed(error)
      } catch {
        // An alert of TLS is the last word.
        (isDeaf, isClosing) = (true, true)
        return .failed(error)
      }
    }
    return .goesOn
  }

  private func feed(
    _ buffers: inout LinkBuffers, now: Duration, _ session: () throws -> (any LinkSession)?
  ) throws {
    guard let tls else {
      return try buffers.read.withBytes { bytes in try session()?.receive(bytes, now: now) }
    }
    buffers.plaintext.removeAll(keepingCapacity: true)
    var failure: TLSError?
    do throws(TLSError) {
      try buffers.read.withBytes { bytes throws(TLSError) in
        try tls.receive(bytes, into: &buffers.plaintext, outgoing: &held)
      }
    } catch {
      failure = error
    }
    if tls.isEstablished, !buffers.plaintext.isEmpty {
      try session()?.receive(buffers.plaintext.span, now: now)
    } else if tls.isEstablished {
      _ = try session()
    }
    if let failure { throw failure }
  }

  /// Reads and forgets, until the peer has read our last word and closes.
  private func discard(with buffers: inout LinkBuffers) -> Progress {
    for _ in 0..<Self.readsPerTurn {
      guard let result = try? socket.receive(into: &buffers.read) else { return .finished }
      switch result {
      case .bytes: continue
      case .wouldBlock: return .goesOn
      case .endOfStream: return .finished
      }
    }
    return .goesOn
  }

  /// Sends what a session has to say, as far as the peer takes it.
  ///
  /// - Parameters:
  ///   - session: what is drained, if it is there yet.
  ///   - buffers: memory shared with other links of the loop.
  /// - Returns: whether the connection goes on.
  func flush(_ session: (any LinkSession)?, with buffers: inout LinkBuffers) -> Progress {
    do {
      // What the peer did not take, and what TLS has to say by itself, goes first.
      guard try sendHeld() else { return .goesOn }
      while let session, isEstablished, !isClosing, gate.takesMore(atMost: Self.outputLimit) {
        buffers.output.removeAll(keepingCapacity: true)
        try fill(from: session, with: &buffers)
        guard !buffers.output.isEmpty else { break }
        guard try send(buffers.output) else { return .goesOn }
      }
      registration.setInterest(hasPeerEnded ? [] : .read)
      guard isClosing || session?.isFinished == true, gate.isOpen() else { return .goesOn }
      return try sayGoodbye()
    } catch {
      return .failed(error)
    }
  }

  private func fill(from session: any LinkSession, with buffers: inout LinkBuffers) throws {
    guard let tls else {
      _ = try session.drain(into: &buffers.output, upTo: Self.outputLimit)
      return
    }
    var plaintext: [UInt8] = []
    swap(&plaintext, &buffers.plaintext)
    defer { swap(&plaintext, &buffers.plaintext) }
    plaintext.removeAll(keepingCapacity: true)
    _ = try session.drain(into: &plaintext, upTo: Self.outputLimit)
    try tls.send(plaintext.span, outgoing: &buffers.output)
  }

  /// Sends bytes; what the peer does not take waits for its readiness.
  private func send(_ bytes: [UInt8]) throws -> Bool {
    guard try gate.pass(bytes) else {
      registration.setInterest(hasPeerEnded ? .write : [.read, .write])
      return false
    }
    return true
  }

  private func sendHeld() throws -> Bool {
    let bytes = held
    held = []
    return try send(bytes)
  }

  /// Says that nothing more follows, and waits for the peer to close as well, so that it reads all.
  private func sayGoodbye() throws -> Progress {
    guard !hasSaidGoodbye else { return .goesOn }
    if !isClosing {
      isClosing = true
      try tls?.close(outgoing: &held)
    }
    // It goes on when the peer takes more.
    guard try sendHeld() else { return .goesOn }
    hasSaidGoodbye = true
    do throws(SystemError) {
      try socket.shutdownWrites()
    } catch {
      // The peer was faster, and all is said.
      return .finished
    }
    return .goesOn
  }
}
