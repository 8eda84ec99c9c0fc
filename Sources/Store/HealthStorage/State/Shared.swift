/// A value that the copies of its holder share until one of them changes it.
///
/// For what is large, copied with its holder all the time and changed seldom.
@propertyWrapper struct Shared<Value: Sendable>: Sendable {
  /// One element: an array is a box that knows whether it is shared.
  private var box: [Value]

  init(wrappedValue: Value) {
    box = [wrappedValue]
  }

  var wrappedValue: Value {
    _read { yield box.span[0] }
    _modify { yield &box[0] }
  }
}
