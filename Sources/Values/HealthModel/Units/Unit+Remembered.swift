private import Synchronization

extension Unit {
  private static let remembered = Mutex<[String: Unit]>([:])
  /// More texts than types have units; whoever invents units starts it over.
  private static let mostRemembered = 256
  /// Longer texts are parsed each time, so that what is remembered stays small.
  private static let mostBytes = 64

  /// The unit that a text names, parsed once a process; `nil` for a text that is no unit.
  package static func remembered(_ text: String) -> Unit? {
    if let known = remembered.withLock({ $0[text] }) { return known }
    guard let unit = try? Unit(parsing: text) else { return nil }
    if text.utf8.count <= mostBytes {
      remembered.withLock { known in
        if known.count >= mostRemembered { known = [:] }
        known[text] = unit
      }
    }
    return unit
  }
}
