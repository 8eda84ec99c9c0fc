/// What a target has to offer beyond the port of nodes.
package enum Need: String, CaseIterable, Hashable, Sendable {
  /// The owner's socket.
  case owner
  /// The apps' socket.
  case app
  /// It can be ended and started again with what it kept.
  case restart
  /// Its clock can be moved.
  case clock
  /// A pairing window opens whenever the case wants one.
  case window
  /// It has just been made, and holds nothing.
  case fresh
}

extension Need {
  /// In a sentence about what a target offers.
  var phrase: String {
    switch self {
    case .owner: "its owner's socket"
    case .app: "its apps' socket"
    case .restart: "to be ended and started again"
    case .clock: "a clock that can be moved"
    case .window: "a pairing window for each case"
    case .fresh: "a fresh node for each case"
    }
  }
}
