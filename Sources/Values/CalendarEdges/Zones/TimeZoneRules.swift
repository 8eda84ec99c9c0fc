/// How far the clocks of a place run ahead of UTC, at every instant.
///
/// Instants are seconds since 2001-01-01T00:00:00Z, and local times are the same number on the clocks
/// of the place.
package struct TimeZoneRules: Hashable, Sendable {
  /// What it is called: `Europe/Berlin`, `UTC`, `+02:00`, or what the machine calls it.
  package let name: String

  private let transitions: [Int]
  private let offsets: [Int]
  private let firstOffset: Int
  private let rule: ZoneRule?

  /// The clock of UTC itself.
  package static let utc = TimeZoneRules("UTC", offset: 0)

  /// A clock that never changes, in seconds ahead of UTC.
  init(_ name: String, offset: Int) {
    self.name = name
    transitions = []
    offsets = []
    firstOffset = offset
    rule = nil
  }

  init(_ name: String, _ file: ZoneFile) {
    self.name = name
    transitions = file.transitions
    offsets = file.offsets
    firstOffset = file.firstOffset
    rule = file.rule
  }

  init(_ name: String, _ rule: ZoneRule) {
    self.name = name
    transitions = []
    offsets = []
    firstOffset = rule.offset
    self.rule = rule
  }

  /// Seconds ahead of UTC at an instant; beyond 30,000 years it is what it was there.
  package func offset(at instant: Double) -> Int {
    offset(at: Self.second(of: instant))
  }

  /// Seconds ahead of UTC at an instant.
  func offset(at instant: Int) -> Int {
    if let rule, transitions.last.map({ $0 <= instant }) ?? true {
      return rule.offset(at: instant)
    }
    let count = transitionCount(through: instant)
    return count == 0 ? firstOffset : offsets[count - 1]
  }

  /// The instants between two, both included, at which clocks may change, ascending.
  func transitions(from: Int, through: Int) -> [Int] {
    let first = transitionCount(through: from - 1)
    var found = Array(transitions[first..<max(first, transitionCount(through: through))])
    if let rule, transitions.last.map({ $0 < through }) ?? true {
      let last = transitions.last ?? .min
      found += rule.changes(from: from, through: through).filter { $0 > last }
    }
    return found
  }

  /// The second an instant lies in; what is no number, or further than any date, is brought near.
  static func second(of instant: Double) -> Int {
    guard !instant.isNaN else { return 0 }
    return Int(min(max(instant, -1e12), 1e12).rounded(.down))
  }

  private func transitionCount(through instant: Int) -> Int {
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
