/// One thing that happens in a simulated world: what, and three numbers that pick whom and how.
///
/// One that does not fit the moment does nothing, so that schedules can be shrunk.
package struct Event: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A node saves a sample.
    case save
    /// A node deletes one of its samples.
    case delete
    case connect
    /// A whole session without a cut.
    case sync
    /// A node sends what its sessions have to say.
    case pump
    /// Up to three messages of one direction arrive.
    case deliver
    case ack
    case cut
    /// A message of an earlier moment arrives, maybe again.
    case replay
    case crash
    /// A node makes durable what it did.
    case fsync
    case day
    /// More than the retention goes by.
    case away
    /// A watch moves its floor.
    case floor
    case prune
    case collect = "gc"
    /// The phone's owner toggles one type of a watch.
    case grant
    case backup
    case restore
    case clone
    /// A person answers the brakes.
    case person
    /// Rows of a watch vanish without a trace.
    case rot
    /// A session that has to reconcile.
    case force
    /// The process will end at one of the next commits.
    case fault
    /// A node's clock jumps.
    case clock
    /// An app saves on a node what another node has already.
    case twin
    /// An import brings what a node deleted.
    case again
    /// A user takes a deletion back: a copy is saved, under a UUID that follows from the old one.
    case undo
    /// An app of a watch asks for access.
    case ask
    /// The phone's owner answers a question.
    case answer
    /// The phone's owner takes access back.
    case revoke
    /// An app says up to where it followed the deletions.
    case follow
    /// Columns become unreadable.
    case spoil
    /// A header is lost.
    case header
    /// A watch forgets its history.
    case erase
    /// A watch that was taken over says that something is dead.
    case forge
    /// It says that it has seen all.
    case claim
    /// It says that what the phone saves next is dead.
    case unborn
    /// It shows settings that nobody decided.
    case sham
  }

  package var kind: Kind
  package var a: Int
  package var b: Int
  package var c: Int

  package init(_ kind: Kind, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) {
    self.kind = kind
    self.a = a
    self.b = b
    self.c = c
  }
}

extension Event: CustomStringConvertible {
  /// One line: the word and the numbers.
  package var description: String { "\(kind.rawValue) \(a) \(b) \(c)" }

  /// Reads ``description``; numbers that are left out are 0.
  ///
  /// - Throws: `malformed`.
  package init(reading line: some StringProtocol) throws(SimulationError) {
    let words = line.split(separator: " ")
    guard let word = words.first, let kind = Kind(rawValue: String(word)), words.count <= 4 else {
      throw SimulationError(.malformed, cannot: "read an event", "\"\(line)\" is none")
    }
    var numbers = [0, 0, 0]
    for (index, word) in words.dropFirst().enumerated() {
      guard let number = Int(word), (0..<1_000_000).contains(number) else {
        throw SimulationError(.malformed, cannot: "read an event", "\"\(word)\" is no number")
      }
      numbers[index] = number
    }
    self.init(kind, numbers[0], numbers[1], numbers[2])
  }
}
