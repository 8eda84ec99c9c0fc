internal import ConformanceKit
internal import ConformanceWire

extension RawConnection {
  /// Frames about a stream.
  typealias Frames = @Sendable (RawConnection, _ stream: UInt32) -> [Frame]
}

/// Frames that break one rule, on a connection on which a call was begun.
extension Case {
  /// A mistake that ends the connection, made while a call is open.
  static func connectionError(
    _ path: String, _ clause: String, _ code: UInt32, _ frames: @escaping RawConnection.Frames,
    insteadOf valid: @escaping RawConnection.Frames = { _, _ in [] }
  ) -> Case {
    Case(path, clause) { stage in
      let (connection, stream) = try stage.openCall()
      try connection.expectConnectionError(
        [code], of: frames(connection, stream), insteadOf: valid(connection, stream))
    }
  }

  /// One that ends the call, or the connection with the same code, made while it is open.
  static func streamError(
    _ path: String, _ clause: String, _ code: UInt32, _ frames: @escaping RawConnection.Frames
  ) -> Case {
    Case(path, clause) { stage in
      let (connection, stream) = try stage.openCall()
      try connection.expectStreamError(
        stream, [code], of: frames(connection, stream),
        insteadOf: [.data(stream, connection.message, end: true)])
    }
  }

  /// A call that is wrong as a whole.
  static func wrongCall(
    _ path: String, _ clause: String, _ code: UInt32 = Frame.Fault.protocolError,
    _ frames: @escaping RawConnection.Frames
  ) -> Case {
    Case(path, clause) { stage in
      let (connection, stream) = try stage.newCall()
      try connection.expectStreamError(
        stream, [code], of: frames(connection, stream), insteadOf: connection.whole(stream))
    }
  }
}
