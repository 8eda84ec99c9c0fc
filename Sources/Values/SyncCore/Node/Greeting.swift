internal import HealthModel

/// The hello in force in a session of the phone, with what follows of it: large, never changed, and asked for
/// at every turn.
final class Greeting: Sendable {
  let hello: Hello
  /// The types that the watch does not know down to its floor.
  let unknownTypes: TypeScope

  init(_ hello: Hello) {
    self.hello = hello
    unknownTypes = hello.known.unknown(above: hello.floor, in: hello.settings.scope)
  }
}
