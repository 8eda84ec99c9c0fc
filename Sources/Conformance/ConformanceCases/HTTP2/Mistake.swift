internal import ConformanceKit
internal import ConformanceWire

/// Frames that break one rule, on a connection on which a call was begun.
struct Mistake: Sendable {
  /// What ends by it.
  enum Effect: Sendable {
    case connection(Set<UInt32>)
    /// The stream, or the connection with the same code.
    case stream(Set<UInt32>)
  }

  typealias Frames = @Sendable (RawConnection, _ stream: UInt32) -> [Frame]

  let path: String
  let clause: String
  let effect: Effect
  /// Whether the call is begun before, or left to the frames.
  let isBegun: Bool
  let frames: Frames
  let valid: Frames

  private init(
    _ path: String, _ clause: String, _ effect: Effect, isBegun: Bool, _ frames: @escaping Frames,
    insteadOf valid: @escaping Frames
  ) {
    self.path = path
    self.clause = clause
    self.effect = effect
    self.isBegun = isBegun
    self.frames = frames
    self.valid = valid
  }

  /// One that ends the connection, made while a call is open.
  static func connection(
    _ path: String, _ clause: String, _ code: UInt32, _ frames: @escaping Frames,
    insteadOf valid: @escaping Frames = { _, _ in [] }
  ) -> Self {
    Self(path, clause, .connection([code]), isBegun: true, frames, insteadOf: valid)
  }

  /// One that ends the call, or the connection, made while it is open.
  static func stream(
    _ path: String, _ clause: String, _ code: UInt32, _ frames: @escaping Frames
  ) -> Self {
    Self(path, clause, .stream([code]), isBegun: true, frames) { connection, stream in
      [.data(stream, connection.message, end: true)]
    }
  }

  /// A call that is wrong as a whole.
  static func call(
    _ path: String, _ clause: String, _ code: UInt32 = Frame.Fault.protocolError,
    _ frames: @escaping Frames
  ) -> Self {
    Self(path, clause, .stream([code]), isBegun: false, frames) { $0.whole($1) }
  }

  /// A call whose first block is wrong.
  static func call(_ path: String, _ clause: String, _ fields: [HeaderField]) -> Self {
    call(path, clause) { $0.whole($1, fields) }
  }

  /// As a case.
  var item: Case {
    Case(path, clause) { stage in
      let connection = try stage.raw()
      let stream = isBegun ? try connection.open() : connection.newStream()
      let (wrong, right) = (frames(connection, stream), valid(connection, stream))
      switch effect {
      case .connection(let codes):
        try connection.expectConnectionError(codes, of: wrong, insteadOf: right)
      case .stream(let codes):
        try connection.expectStreamError(stream, codes, of: wrong, insteadOf: right)
      }
    }
  }
}
