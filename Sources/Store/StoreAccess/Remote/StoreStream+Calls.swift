internal import RPCCore

extension StoreStream {
  /// Goes on with a call.
  ///
  /// - Parameters:
  ///   - call: What tells.
  ///   - first: What was read of it already.
  ///   - end: What is thrown where the call ends well, though it should go on.
  ///   - read: Makes elements of a message.
  init<Request, Response>(
    _ call: HeldCall<Request, Response>, after first: [Element] = [],
    endingWith end: RPCError? = nil,
    reading read: @escaping @Sendable (Response) throws -> [Element]
  ) {
    self.init(after: first) {
      {
        guard let response = try await call.next() else {
          if let end { throw end }
          return nil
        }
        do {
          return try read(response)
        } catch {
          throw RemoteFailure.thrown(for: error)
        }
      }
    }
  }

  /// Has nothing to tell.
  init() {
    self.init { { nil } }
  }
}
