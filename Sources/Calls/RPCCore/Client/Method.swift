/// A method with the types of its messages, as a stub knows it.
package struct Method<Request: Sendable, Response: Sendable>: Sendable {
  package var path: MethodPath
  package var kind: CallKind
  package var request: MessageCoding<Request>
  package var response: MessageCoding<Response>

  package init(
    _ path: MethodPath, _ kind: CallKind, request: MessageCoding<Request>,
    response: MessageCoding<Response>
  ) {
    self.path = path
    self.kind = kind
    self.request = request
    self.response = response
  }
}
