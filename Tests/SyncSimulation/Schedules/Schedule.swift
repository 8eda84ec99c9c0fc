internal import TestSupport

/// A world's profile and the events in it, which together decide all that happens.
package struct Schedule: Hashable, Sendable {
  package var profile: Profile
  package var events: [Event]
  /// Whether all that comes after the events is that everybody meets and agrees: no years go by in which
  /// tombstones have to go, and no message of the schedule comes after them.
  package var isBrief: Bool

  package init(profile: Profile, events: [Event], isBrief: Bool = false) {
    self.profile = profile
    self.events = events
    self.isBrief = isBrief
  }

  /// The schedule that a seed stands for.
  ///
  /// - Parameters:
  ///   - seed: What decides over everything.
  ///   - needsRot: Whether rows must be able to vanish.
  package init(seed: UInt64, needsRot: Bool = false) {
    var generator = SeededGenerator(seed: seed)
    var hasRot = needsRot || generator.next() % 8 == 7
    // Every second schedule has a theme.
    let themes = Theme.allCases
    var theme = generator.next() % 2 == 0 ? themes[Int(generator.next() >> 8) % themes.count] : nil
    if needsRot, theme?.hasRot == false { theme = nil }
    hasRot = theme?.hasRot ?? hasRot
    // Every third world is the plainest.
    let number = generator.next() % 3 == 0 ? 0 : generator.next() >> 16 | 1
    profile = Profile(number: number, hasRot: hasRot, theme: theme)
    events = []
    // The years take most of the time, and what goes wrong in them is rare.
    isBrief = generator.next() % 8 != 0
    var weaver = Weaver(profile: profile, generator: generator)
    events = weaver.weave()
  }

  /// What `Tools/simulate --replay` reads: the profile and a line an event.
  package var text: String {
    let words =
      ["profile \(profile.number)"] + (profile.hasRot ? ["rot"] : []) + (isBrief ? ["brief"] : [])
      + (profile.theme.map { [$0.rawValue] } ?? [])
    return ([words.joined(separator: " ")] + events.map(\.description)).joined(separator: "\n")
      + "\n"
  }

  /// Reads ``text``.
  ///
  /// - Throws: `malformed`.
  package init(reading text: String) throws(SimulationError) {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count >= 2, words[0] == "profile", let number = UInt64(words[1]) else {
      throw SimulationError(.malformed, cannot: "read the schedule", "it begins without a profile")
    }
    var theme: Theme?
    for word in words.dropFirst(2) where word != "rot" && word != "brief" {
      theme = Theme(rawValue: String(word))
      guard theme != nil else {
        throw SimulationError(.malformed, cannot: "read the schedule", "\"\(word)\" is no theme")
      }
    }
    profile = Profile(
      number: number, hasRot: words.dropFirst(2).contains("rot"), theme: theme)
    isBrief = words.dropFirst(2).contains("brief")
    events = []
    for line in lines.dropFirst() { events.append(try Event(reading: line)) }
  }
}

/// Draws the events of a schedule.
private struct Weaver {
  let profile: Profile
  var generator: SeededGenerator

  mutating func roll(_ sides: Int) -> Int { Int(generator.next() % UInt64(sides)) }

  private static let weights: [(Event.Kind, Int)] = [
    (.save, 18), (.delete, 8), (.connect, 6), (.sync, 12), (.pump, 10), (.deliver, 18), (.ack, 6),
    (.cut, 3), (.replay, 5), (.crash, 2), (.fsync, 2), (.day, 6), (.away, 2), (.floor, 6),
    (.prune, 5), (.collect, 4), (.grant, 4), (.backup, 5), (.restore, 3), (.clone, 1), (.person, 1),
    (.rot, 3), (.force, 3), (.fault, 3), (.clock, 2), (.twin, 6), (.again, 2), (.undo, 3),
    (.ask, 4),
    (.answer, 6), (.revoke, 3), (.follow, 3), (.spoil, 2), (.header, 2), (.erase, 1),
    (.forge, 8), (.claim, 2), (.unborn, 2), (.sham, 2),
  ]

  mutating func weave() -> [Event] {
    // Swarm testing: a schedule leaves some kinds of event out, so that the rest meet more often.
    var kinds: [(kind: Event.Kind, weight: Int)] = []
    for (kind, weight) in Self.weights where profile.permits(kind) {
      let isFavoured = profile.theme?.favoured.contains(kind) ?? false
      let isKept = isFavoured || kind == .save || kind == .sync || roll(10) < 7
      if isKept { kinds.append((kind, weight * (isFavoured ? 40 : [3, 10, 30][roll(3)]))) }
    }
    let total = kinds.reduce(0) { $0 + $1.weight }
    if profile.hasRot && profile.theme != .brakes || roll(2) == 0 {
      return (0..<[8, 15, 30, 60][roll(4)]).map { _ in event(of: kinds, total) }
    }
    let noise = [0, 10, 50][roll(3)]
    var events: [Event] = []
    let own = profile.theme.map { Story.of($0) } ?? []
    let stories = own.isEmpty || roll(2) == 0 ? Story.all : own
    for step in stories[roll(stories.count)].steps {
      while roll(100) < noise { events.append(event(of: kinds, total)) }
      events.append(
        Event(step.kind, step.a ?? roll(60), step.b ?? roll(60), step.c ?? roll(8)))
    }
    return events
  }

  private mutating func event(of kinds: [(kind: Event.Kind, weight: Int)], _ total: Int) -> Event {
    var place = roll(total)
    var kind = Event.Kind.save
    for candidate in kinds {
      kind = candidate.kind
      place -= candidate.weight
      if place < 0 { break }
    }
    return Event(kind, roll(60), roll(60), roll(8))
  }
}
