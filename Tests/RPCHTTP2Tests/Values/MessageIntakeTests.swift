internal import RPCCore
internal import TestSupport
internal import Testing

// @testable: the account of room is a rule of the transport's own.
@testable internal import RPCHTTP2

@Suite struct MessageIntakeTests {
  /// A peer with a window, an intake and a reader, all in one place.
  struct Stream {
    let window: Int
    var intake: MessageIntake
    var state: ServerCallState
    /// What the peer has yet to send.
    var unsent: ArraySlice<UInt8>
    /// What the peer may send.
    var room: Int
    var received = 0
    var credited = 0
    /// What arrived and was not given back.
    var outstanding: Int { received - credited }

    init(_ bytes: [UInt8], window: Int, step: Int) {
      self.window = window
      intake = MessageIntake(limit: 1 << 20, window: window)
      state = ServerCallState(mark: 1, creditStep: step)
      unsent = bytes[...]
      room = window
    }

    /// The peer sends as much as it may, up to a bound.
    mutating func send(atMost bound: Int) throws {
      let bytes = Array(unsent.prefix(min(bound, room)))
      unsent = unsent.dropFirst(bytes.count)
      room -= bytes.count
      received += bytes.count
      var position = 0
      while position < bytes.count {
        guard let message = try intake.next(in: bytes.span, from: &position) else { break }
        state.receiveMessage(message)
      }
      giveCredit()
    }

    /// The reader takes a message, if one waits.
    mutating func read() -> CallMessage? {
      guard case .message(let message, let wakesTransport) = state.takeMessage() else {
        return nil
      }
      if wakesTransport { giveCredit() }
      return message
    }

    private mutating func giveCredit() {
      let credit = intake.credit(
        taken: state.takeCredit(), isNext: state.givesRoomForUnfinished())
      credited += credit
      room += credit
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `room comes back once for every byte, and nobody waits for ever`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let window = Int.random(in: 1...200, using: &generator)
    let step = Int.random(in: 1...window, using: &generator)
    // Messages from nothing to several windows.
    let sizes = (0..<20).map { _ in
      Int.random(in: 0...1, using: &generator) * Int.random(in: 0...1_000, using: &generator)
    }
    let bytes = sizes.flatMap { size in
      [0, 0, 0, UInt8(size >> 8), UInt8(size & 255)] + [UInt8](repeating: 7, count: size)
    }
    var stream = Stream(bytes, window: window, step: step)
    var read: [Int] = []
    var idle = 0
    while read.count < sizes.count {
      let before = (stream.unsent.count, read.count)
      if Bool.random(using: &generator) {
        try stream.send(atMost: Int.random(in: 1...300, using: &generator))
      } else if let message = stream.read() {
        read.append(message.bytes.count)
      }
      // Credit and outstanding bytes are all that was received, and within the window.
      #expect(stream.credited + stream.outstanding == stream.received)
      #expect((0...window).contains(stream.outstanding))
      #expect(stream.room + stream.outstanding == window)
      // Both did nothing often enough that both have had their chance.
      idle = before == (stream.unsent.count, read.count) ? idle + 1 : 0
      try #require(idle < 100, "it stands still: \(generator), \(sizes), \(window), \(step)")
    }
    #expect(read == sizes)
    #expect(stream.outstanding < step)
  }

  @Test(arguments: [1, 10, 1_000])
  func `a reader that takes nothing lets in one message and a window`(window: Int) throws {
    let message = [0, 0, 0, 3, 232] + [UInt8](repeating: 7, count: 1_000)
    var stream = Stream(
      Array((0..<10).map { _ in message }.joined()), window: window, step: 1)
    for _ in 0..<10_000 { try stream.send(atMost: 100) }
    #expect(stream.received >= window && stream.received <= message.count + window)
    #expect(stream.room == 0)
  }

  @Test func `a flaw in the bytes is passed on`() {
    var intake = MessageIntake(limit: 10, window: 100)
    let bytes: [UInt8] = [0, 0, 0, 0, 11]
    var position = 0
    #expect(throws: MessageDeframer.Flaw.tooLong(announced: 11, limit: 10)) {
      _ = try intake.next(in: bytes.span, from: &position)
    }
  }
}
