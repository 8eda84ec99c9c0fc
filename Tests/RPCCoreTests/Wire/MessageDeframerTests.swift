internal import RPCCore
internal import TestSupport
internal import Testing

@Suite struct `A deframer` {
  @Test func `cuts messages out of one piece`() throws {
    var deframer = MessageDeframer(limit: 100)
    let messages = [CallMessage([1, 2, 3]), CallMessage([], isCompressed: true), CallMessage([4])]
    let read = try deframer.readAll(Frames.bytes(of: messages))
    #expect(read == messages)
    #expect(deframer.isAtBoundary)
    #expect(deframer.heldBytes == 0)
  }

  @Test func `gives the same messages wherever the bytes are cut`() throws {
    let messages = [
      CallMessage([]), CallMessage([9]), CallMessage([]), CallMessage(Frames.body(12)),
      CallMessage(Frames.body(6), isCompressed: true), CallMessage([]),
    ]
    let bytes = Frames.bytes(of: messages)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var deframer = MessageDeframer(limit: 12)
        var read = try deframer.readAll(Array(bytes[..<first]))
        read += try deframer.readAll(Array(bytes[first..<second]))
        read += try deframer.readAll(Array(bytes[second...]))
        #expect(read == messages, "cut at \(first) and \(second)")
        #expect(deframer.isAtBoundary)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `gives back any sequence in any pieces`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let messages = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        CallMessage(
          generator.bytes(Int.random(in: 0...300, using: &generator)),
          isCompressed: Bool.random(using: &generator))
      }
      let bytes = Frames.bytes(of: messages)
      var deframer = MessageDeframer(limit: 300, reserve: 16)
      var read: [CallMessage] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 0...90, using: &generator))
        read += try deframer.readAll(Array(bytes[start..<end]))
        start = end
        #expect(deframer.heldBytes <= start, "\(generator)")
      }
      #expect(read == messages, "\(generator)")
      #expect(deframer.isAtBoundary, "\(generator)")
    }
  }

  @Test(arguments: 0...20)
  func `says what it holds of an unfinished message`(count: Int) throws {
    let bytes = Frames.bytes(of: [CallMessage(Frames.body(16))])
    var deframer = MessageDeframer(limit: 16)
    let read = try deframer.readAll(Array(bytes[..<count]))
    #expect(read.isEmpty)
    #expect(deframer.isAtBoundary == (count == 0))
    // The prefix is read, and no longer held, when it is complete.
    #expect(deframer.heldBytes == (count < MessageDeframer.prefixLength ? count : count - 5))
  }

  @Test(arguments: [2, 3, 0x80, 0xFE, 0xFF] as [UInt8], [true, false])
  func `refuses an unknown flag`(flag: UInt8, inPieces: Bool) {
    let bytes: [UInt8] = [flag, 0, 0, 0, 0]
    var deframer = MessageDeframer(limit: 100)
    #expect(throws: MessageDeframer.Flaw.unknownFlag(flag)) {
      if inPieces {
        for byte in bytes { _ = try deframer.readAll([byte]) }
      } else {
        _ = try deframer.readAll(bytes)
      }
    }
  }

  @Test(arguments: [11, 255, 65_536, Int(UInt32.max)], [true, false])
  func `refuses a message that is too long by its announcement alone`(
    length: Int, inPieces: Bool
  ) throws {
    let bytes = Frames.prefix(length)
    var deframer = MessageDeframer(limit: 10)
    #expect(throws: MessageDeframer.Flaw.tooLong(announced: length, limit: 10)) {
      if inPieces {
        for byte in bytes { _ = try deframer.readAll([byte]) }
      } else {
        _ = try deframer.readAll(bytes)
      }
    }
  }

  @Test func `takes a message as long as the limit`() throws {
    var deframer = MessageDeframer(limit: 10)
    let message = CallMessage(Frames.body(10))
    #expect(try deframer.readAll(Frames.bytes(of: [message])) == [message])
  }

  @Test func `gives the messages before a flaw`() throws {
    var deframer = MessageDeframer(limit: 10)
    let bytes = Frames.bytes(of: [CallMessage([1])]) + [7, 0, 0, 0, 0]
    var position = 0
    let first = try deframer.next(in: bytes.span, from: &position)
    #expect(first == CallMessage([1]))
    #expect(throws: MessageDeframer.Flaw.unknownFlag(7)) {
      try deframer.next(in: bytes.span, from: &position)
    }
  }

  @Test func `takes memory for what arrived, not for what was announced`() throws {
    let announced = 64 * 1024 * 1024
    let reserve = 1024
    // What an allocation may be rounded up by.
    let page = 4096
    var deframer = MessageDeframer(limit: announced, reserve: reserve)
    _ = try deframer.readAll(Frames.prefix(announced))
    var arrived = 0
    while arrived < 200_000 {
      let piece = Frames.body(777)
      _ = try deframer.readAll(piece)
      arrived += piece.count
      #expect(deframer.heldBytes == arrived)
      #expect(deframer.reservedBytes <= max(reserve, 2 * arrived) + page)
    }
  }
}

extension MessageDeframer {
  /// The messages that some bytes complete.
  fileprivate mutating func readAll(_ bytes: [UInt8]) throws(Flaw) -> [CallMessage] {
    var messages: [CallMessage] = []
    var position = 0
    while let message = try next(in: bytes.span, from: &position) { messages.append(message) }
    return messages
  }
}
