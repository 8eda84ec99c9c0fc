internal import RPCCore

/// One direction of a connection: it carries messages bytewise, as far as the window has room.
struct ToyPipe {
  private var room: Int
  private var message: CallMessage?
  private var carried = 0
  private var withheld = 0
  private var early = 0

  /// The most bytes that came and were neither read nor given room again.
  let window: Int

  init(window: Int) {
    self.window = window
    room = window
  }

  var isIdle: Bool { message == nil }

  mutating func begin(_ message: CallMessage) {
    self.message = message
    carried = 0
  }

  /// Carries what fits of the message.
  ///
  /// - Returns: how many bytes came, and the message if it is complete.
  mutating func carry(atMost limit: Int) -> (count: Int, complete: CallMessage?) {
    guard let message else { return (0, nil) }
    let count = min(limit, room, message.wireCount - carried)
    carried += count
    room -= count
    withheld += count
    guard carried == message.wireCount else { return (count, nil) }
    self.message = nil
    withheld = 0
    return (count, message)
  }

  /// Whether bytes of an unfinished message keep their room.
  var withholds: Bool { withheld > 0 }

  /// Gives room for the bytes of the unfinished message that came.
  mutating func giveRoomEarly() {
    room += withheld
    early += withheld
    withheld = 0
  }

  /// Gives room for what was read, unless it was given early.
  mutating func giveRoom(_ credit: Int) {
    let owed = min(early, credit)
    early -= owed
    room += credit - owed
  }
}

/// Both states of one call, and a network that acts on them only when it is woken.
struct ToyNetwork {
  var client: ClientCallState
  var server: ServerCallState
  var statuses = 0
  var creditGiven = 0
  private var toServer: ToyPipe
  private var toClient: ToyPipe
  private let limits: CallLimits

  init(_ limits: CallLimits) {
    self.limits = limits
    client = ClientCallState(mark: limits.outboundMark, creditStep: limits.creditStep)
    server = ServerCallState(mark: limits.outboundMark, creditStep: limits.creditStep)
    // The least that a transport may have: a message of any length and many short ones get through.
    toServer = ToyPipe(window: limits.creditStep)
    toClient = ToyPipe(window: limits.creditStep)
  }

  /// The peer refuses the call unseen; whether it begins anew elsewhere.
  mutating func refuse() -> Bool {
    guard client.rewind() else { return false }
    server = ServerCallState(mark: limits.outboundMark, creditStep: limits.creditStep)
    toServer = ToyPipe(window: limits.creditStep)
    return true
  }

  /// Moves something to the server; whether anything moved.
  mutating func moveToServer(atMost limit: Int) -> Bool {
    if toServer.isIdle {
      switch client.nextPart() {
      case nil: return false
      case .message(let message): toServer.begin(message)
      case .halfClose:
        server.receiveEnd()
        return true
      case .cancel:
        server.abort(RPCError(.cancelled, "the caller cancelled the call"))
        return true
      }
    }
    let (count, complete) = toServer.carry(atMost: limit)
    if let complete {
      server.receiveMessage(complete)
    } else if count > 0, server.givesRoomForUnfinished() {
      toServer.giveRoomEarly()
    }
    return count > 0
  }

  /// Moves something to the client; whether anything moved.
  mutating func moveToClient(atMost limit: Int) -> Bool {
    if toClient.isIdle {
      switch server.nextPart() {
      case nil: return false
      case .message(let message): toClient.begin(message)
      case .headers(let metadata, _):
        client.receiveHeaders(metadata)
        return true
      case .status(let status, let metadata):
        client.receiveStatus(status, metadata)
        statuses += 1
        return true
      }
    }
    let (count, complete) = toClient.carry(atMost: limit)
    if let complete {
      client.receiveMessage(complete)
    } else if count > 0, client.givesRoomForUnfinished() {
      toClient.giveRoomEarly()
    }
    return count > 0
  }

  /// The server's handler reads.
  mutating func readAtServer() -> CallReading {
    let reading = server.takeMessage()
    if case .message(_, true) = reading {
      let credit = server.takeCredit()
      creditGiven += credit
      toServer.giveRoom(credit)
      if toServer.withholds, server.givesRoomForUnfinished() { toServer.giveRoomEarly() }
    }
    return reading
  }

  /// The client's application reads.
  mutating func readAtClient() -> CallReading {
    let reading = client.takeMessage()
    if case .message(_, true) = reading {
      let credit = client.takeCredit()
      creditGiven += credit
      toClient.giveRoom(credit)
      if toClient.withholds, client.givesRoomForUnfinished() { toClient.giveRoomEarly() }
    }
    return reading
  }
}
