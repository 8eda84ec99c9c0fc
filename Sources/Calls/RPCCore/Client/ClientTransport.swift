/// What starts calls to one server.
package protocol ClientTransport: Sendable {
  /// Starts a call, at once and without waiting; a call that cannot be carried fails by itself.
  func start(_ request: CallRequest, options: CallOptions) -> ClientCall
}
