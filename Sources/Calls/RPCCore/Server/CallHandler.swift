/// What a server's transport hands accepted calls to.
package protocol CallHandler: Sendable {
  /// The methods that are there, so that a transport can know their names beforehand.
  var methods: [MethodPath] { get }

  /// Answers a call; returns when nothing is left to be done for it.
  func handle(_ call: ServerCall) async
}
