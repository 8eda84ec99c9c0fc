internal import HealthModel

/// What shows that a device runs twice: two programs go on with copies of one state folder.
///
/// A node that is started again or restored draws a new incarnation, and never goes back to one that another
/// came after, unless it wrote nothing under that. So one that comes back twice is proof of two; and who is
/// pushed out of its sessions again and again is one of them.
package struct CopySigns: Hashable, Sendable {
  /// For how long a sign counts, in seconds: a little more than the longest two pauses between calls.
  private static let recent: Double = 900
  private static let memory: Double = 3_600
  private static let mostHeard = 8

  /// Events of one kind, the latest last.
  private struct Sightings: Hashable, Sendable {
    private var instants: [Double] = []

    mutating func add(_ now: Double) {
      instants.removeAll { now - $0 > CopySigns.memory }
      instants = instants.suffix(CopySigns.mostHeard) + [now]
    }

    func isRecent(_ count: Int, at now: Double) -> Bool {
      guard let last = instants.last, now - last <= CopySigns.recent else { return false }
      return instants.count { now - $0 <= CopySigns.memory } >= count
    }
  }

  /// The peer's incarnations in the order in which they came last.
  private var heard: [Incarnation] = []
  private var returns = Sightings()
  private var displacements = Sightings()

  /// The peer said under which incarnation it writes.
  mutating func hear(_ incarnation: Incarnation, at now: Double) {
    guard heard.last != incarnation else { return }
    if heard.contains(incarnation) { returns.add(now) }
    heard.removeAll { $0 == incarnation }
    heard = heard.suffix(Self.mostHeard) + [incarnation]
  }

  /// The peer ended a session because another one of this device took its place.
  mutating func loseToAnother(at now: Double) { displacements.add(now) }

  /// Whether the peer runs twice.
  package func isPeerTwice(at now: Double) -> Bool { returns.isRecent(2, at: now) }

  /// Whether this device does. (Calls that cross displace a session now and then.)
  package func isThisTwice(at now: Double) -> Bool { displacements.isRecent(3, at: now) }
}
