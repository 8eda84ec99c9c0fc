private import HTTP2Core

/// What libFuzzer calls with bytes of its making: the first says who reads, in which pieces, and
/// what is done with what comes of them; the rest is what the peer sends.
///
/// Nothing a peer sends may trap, and what a session keeps has a bound.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard input.count >= 2 else { return 0 }
  var peer = Peer(isServer: input[0] & 1 == 0, startsWell: input[0] & 2 == 0)
  // Pieces of one to 64 bytes, or all at once; their sizes differ, and repeat for the same input.
  var piece = input[0] & 4 == 0 ? input.count : 1
  var position = 2
  while position < input.count, peer.isAlive {
    let end = min(position + piece, input.count)
    peer.take(Array(input[position..<end]), choice: input[1] ^ UInt8(truncatingIfNeeded: position))
    position = end
    if input[0] & 4 != 0 { piece = (piece * 5 + Int(input[1])) % 64 + 1 }
  }
  peer.finish()
  return 0
}

/// A session and an owner that answers and asks as the input has it.
private struct Peer {
  private let session: Session
  private var open: [StreamID] = []
  private var output: [UInt8] = []
  private(set) var isAlive = true
  private static let headers = HeaderList([(":status", "200"), ("a", "b")])
  private static let trailers = HeaderList([("grpc-status", "0")])
  private static let request = HeaderList([
    (":method", "POST"), (":scheme", "http"), (":path", "/"), (":authority", "a"),
  ])

  init(isServer: Bool, startsWell: Bool) {
    do {
      session = try Session(role: isServer ? .server : .client)
      if !isServer {
        for _ in 0..<3 {
          open.append(try session.openStream(headers: Self.request, endStream: false))
        }
      }
    } catch {
      fatalError("a session cannot start: \(error)")
    }
    drain()
    guard startsWell else { return }
    // The start of a real connection, so that most of the input is spent on what comes after.
    let preface = isServer ? Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) : []
    take(preface + [0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0], choice: 0)
  }

  mutating func take(_ bytes: [UInt8], choice: UInt8) {
    do {
      try session.receive(bytes.span, now: .zero)
    } catch {
      precondition(session.failure == error, "an error that is not kept")
      isAlive = false
    }
    for event in session.events { handle(event, bytes, choice: choice) }
    if choice & 8 == 0 { drain() }
  }

  mutating func finish() {
    drain()
    precondition(isAlive || session.isFinished, "an end that does not end")
    precondition(session.activeStreams <= 128 + 3, "more streams than are allowed")
  }

  private mutating func handle(_ event: Event, _ bytes: [UInt8], choice: UInt8) {
    switch event {
    case .headers(let stream, let block, let kind, _):
      var size = 0
      session.forEachField(of: block) { name, value in size += name.count + value.count + 32 }
      precondition(size <= 8_192, "a block above the limit")
      precondition(session.headerList(of: block).count == block.count, "another count")
      if kind == .request { open.append(stream) }
      answer(stream, choice: choice)
    case .headersTooLarge(let stream, let kind, _):
      if kind == .request { open.append(stream) }
      session.sendHeaders(Self.headers, on: stream, endStream: true)
    case .data(let stream, let range, _):
      precondition(bytes[range].count == range.count, "a range outside of the bytes")
      precondition(open.contains(stream), "data on a stream nobody opened")
      if choice & 16 == 0 { session.consume(range.count, on: stream) }
      answer(stream, choice: choice)
    case .closed(let stream, _):
      precondition(open.contains(stream), "a stream that closed twice")
      open.removeAll { $0 == stream }
    default: break
    }
  }

  private mutating func answer(_ stream: StreamID, choice: UInt8) {
    session.sendHeaders(Self.headers, on: stream, endStream: choice & 1 != 0)
    if choice & 2 != 0 { session.sendData([UInt8](repeating: choice, count: 5_000), on: stream) }
    if choice & 4 != 0 { session.sendTrailers(Self.trailers, on: stream) }
    switch choice >> 5 {
    case 0: session.reset(stream, .cancel)
    case 1: session.ping(1)
    case 2: session.goAway()
    case 3: session.shutdownNotice()
    default: break
    }
  }

  private mutating func drain() {
    output.removeAll(keepingCapacity: true)
    do {
      while try session.drain(into: &output, upTo: output.count + 4_096) {
        for event in session.events { handle(event, [], choice: 0xff) }
        precondition(output.count < 64 << 20, "output without end")
      }
      for event in session.events { handle(event, [], choice: 0xff) }
    } catch {
      fatalError("cannot drain: \(error)")
    }
  }
}
