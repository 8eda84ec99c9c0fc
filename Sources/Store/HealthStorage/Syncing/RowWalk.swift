internal import HealthModel
internal import SyncCore

extension SyncTransaction {
  /// A walk over rows in parts, newest first: where it stands, and what it was begun for.
  ///
  /// Blocks are in the order of the latest end in them. It shows the rows of the moment at which it
  /// began; what is deleted meanwhile may still be among them. One that began in a transaction that was
  /// rolled back must not go on.
  package struct Walk: Sendable {
    /// A block that can hold rows of the walk.
    struct Candidate: Sendable {
      var maxEnd: Double
      var type: Int32
      var segment: Int32
      var block: Int32
      /// Whether none of the segment's dots is left out.
      var isWhole: Bool
    }

    let snapshot: Snapshot
    let range: SharedRange
    let selection: RowSelection
    let types: [ObjectType]
    let candidates: [Candidate]
    /// The dots of the walk that share other dots' rows, and the dots of these rows.
    let aliases: VersionVector
    let hosts: VersionVector
    /// The next candidate.
    var place = 0
    /// The rows of the next candidate that were handed out, and the aliases of its rows.
    var rows = IntervalSet()
    var sentAliases: Set<Dot> = []

    init(_ range: SharedRange, _ selection: RowSelection, in snapshot: Snapshot) {
      self.snapshot = snapshot
      self.range = range
      self.selection = selection
      (aliases, hosts) = selection.aliases(of: snapshot.state.aliases, in: range.scope)
      types = snapshot.state.types.keys.filter { range.scope.contains($0) }.sorted()
      var found: [Candidate] = []
      for (index, type) in types.enumerated() {
        guard let state = snapshot.state.types[type] else { continue }
        let shared = WantedDots(hosts, of: type)
        let choice = DotChoice(selection, of: type)
        for (place, segment) in state.segments.enumerated() {
          let live = segment.directory.live
          guard selection.mayHold(segment.minEnd, segment.maxEnd, type, range),
            !choice.takesNone(of: live) || shared.meets(live)
          else { continue }
          let isWhole = choice.takesAll(of: live)
          for (number, block) in segment.directory.blocks.enumerated()
          where selection.mayHold(block.minEnd, block.maxEnd, type, range) && !state.isDead(block) {
            found.append(
              Candidate(
                maxEnd: block.maxEnd, type: Int32(index), segment: Int32(place),
                block: Int32(number), isWhole: isWhole))
          }
        }
      }
      found.sort { left, right in
        if left.maxEnd != right.maxEnd { return left.maxEnd > right.maxEnd }
        // Any order will do, but the same each time.
        return (left.type, right.segment, right.block) < (right.type, left.segment, left.block)
      }
      candidates = found
    }

    /// Whether there are no more blocks.
    var isAtEnd: Bool { place >= candidates.count }

    /// Goes on to the next block.
    mutating func advance() {
      place += 1
      rows = IntervalSet()
      sentAliases = []
    }
  }
}

extension RowSelection {
  /// The aliases whose dots are taken, and their hosts.
  func aliases(
    of all: Aliases, in scope: TypeScope
  ) -> (aliases: VersionVector, hosts: VersionVector) {
    var (aliases, hosts) = (VersionVector(), VersionVector())
    // A row is of one type, whatever a peer made of it.
    for span in all.spans
    where scope.contains(span.stream.type) && span.stream.type == span.host.type {
      let whole = IntervalSet(span.sequences)
      let taken =
        switch self {
        case .lacking(let vector): whole.subtracting(whole.common(with: vector[span.stream]))
        case .before: whole
        }
      for interval in taken.intervals {
        let first = span.hostFirst + (interval.lowerBound - span.sequences.lowerBound)
        aliases.cover(interval, in: span.stream)
        hosts.cover(first...(first + (interval.upperBound - interval.lowerBound)), in: span.host)
      }
    }
    return (aliases, hosts)
  }

  /// Whether any of rows with ends between these can be taken, as far as ends tell.
  func mayHold(
    _ minEnd: Double, _ maxEnd: Double, _ type: ObjectType, _ range: SharedRange
  ) -> Bool {
    switch self {
    case .lacking: maxEnd >= range.floor
    case .before(let known): maxEnd >= range.floor && minEnd < known[type]
    }
  }

  /// Whether all rows with ends between these are taken, as far as ends tell.
  func holds(
    _ minEnd: Double, _ maxEnd: Double, _ type: ObjectType, _ range: SharedRange
  ) -> Bool {
    switch self {
    case .lacking: minEnd >= range.floor
    case .before(let known): minEnd >= range.floor && maxEnd < known[type]
    }
  }
}

/// Which dots of one type a selection takes.
struct DotChoice {
  /// What is not taken.
  private let dots: WantedDots

  init(_ selection: RowSelection, of type: ObjectType) {
    switch selection {
    case .lacking(let vector):
      dots = WantedDots(vector, of: type)
    case .before:
      dots = WantedDots(VersionVector(), of: type)
    }
  }

  func takes(_ sequence: UInt64, of incarnation: Incarnation) -> Bool {
    !dots.contains(sequence, of: incarnation)
  }

  func takesAll(of live: [Incarnation: IntervalSet]) -> Bool {
    !dots.meets(live)
  }

  func takesNone(of live: [Incarnation: IntervalSet]) -> Bool {
    dots.covers(live)
  }

  func takesAll(of column: DotColumn) -> Bool {
    !dots.meets(column)
  }

  func takesNone(of column: DotColumn) -> Bool {
    dots.covers(column)
  }
}
