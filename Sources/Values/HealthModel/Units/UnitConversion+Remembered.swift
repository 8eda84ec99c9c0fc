private import Synchronization

extension UnitConversion {
  private struct Pair: Hashable {
    var source: Unit
    var target: Unit
  }

  /// Working a conversion out takes exact arithmetic, and a process meets few pairs.
  private static let remembered = Mutex<[Pair: UnitConversion]>([:])
  /// More pairs than types have units; whoever invents units starts it over.
  private static let mostRemembered = 256

  /// The conversion, worked out once a process; `nil` where the units measure different things.
  package static func remembered(from source: Unit, to target: Unit) -> UnitConversion? {
    let pair = Pair(source: source, target: target)
    if let known = remembered.withLock({ $0[pair] }) { return known }
    guard let conversion = try? UnitConversion(from: source, to: target) else { return nil }
    remembered.withLock { known in
      if known.count >= mostRemembered { known = [:] }
      known[pair] = conversion
    }
    return conversion
  }
}
