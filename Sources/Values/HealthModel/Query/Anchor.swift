/// Where a reader of changes stands: a log position and the incarnation that wrote it (R10).
///
/// Opaque to apps. A place inside a backfill (what a new reader or a wider grant gets of the log
/// before `position`) is part of it, so that a limit can end anywhere.
package struct Anchor: Hashable, Sendable {
  /// What is told of the log up to the anchor's position, and how far it was.
  package struct Backfill: Hashable, Sendable {
    /// The last position delivered.
    package var after: Int64
    package var includesOwn: Bool
    package var includesForeign: Bool
    /// Whether nothing of these samples was told before it, so that the reader can have missed none
    /// of their deletions.
    package var isFirst: Bool

    package init(
      after: Int64, includesOwn: Bool, includesForeign: Bool, isFirst: Bool = false
    ) {
      self.after = after
      self.includesOwn = includesOwn
      self.includesForeign = includesForeign
      self.isFirst = isFirst
    }
  }

  /// `nil` where the position was given as a bare integer, as iOS 8 did; 0 is the beginning.
  package var incarnation: Incarnation?
  package var position: Int64
  package var backfill: Backfill?
  /// Whether the reader was never told of a sample that it saved itself, or of its deletion.
  ///
  /// The reader knows that without the anchor, so it gives away nothing of what may be hidden.
  package var ownIsUntold = false
  /// The same for samples that others saved.
  package var foreignIsUntold = false

  package init(incarnation: Incarnation?, position: Int64, backfill: Backfill? = nil) {
    self.incarnation = incarnation
    self.position = position
    self.backfill = backfill
  }

  /// Before every change.
  package static let beginning = Self(incarnation: nil, position: 0)

  /// The position after which no tombstone may be gone, or who goes on from here misses a deletion.
  package var floor: Int64 {
    guard let backfill, !backfill.isFirst else { return position }
    return backfill.after
  }
}

extension Anchor: CustomStringConvertible {
  /// One word of text that `init(text:)` reads back.
  package var description: String {
    let text = (incarnation.map { String($0.rawValue, radix: 16) + "-" } ?? "") + String(position)
    let flags = flags
    return flags == 0 ? text : "\(text)-\(backfill?.after ?? 0)-\(flags)"
  }

  /// Reads the printed form, or a bare integer; `nil` for anything else.
  package init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }) else { return nil }
    switch parts.count {
    case 1:
      guard let position = Int64(parts[0]) else { return nil }
      self.init(incarnation: nil, position: position)
    case 2, 4:
      guard let incarnation = UInt64(parts[0], radix: 16), let position = Int64(parts[1]) else {
        return nil
      }
      self.init(incarnation: Incarnation(rawValue: incarnation), position: position)
      if parts.count == 4 {
        guard let after = Int64(parts[2]), let flags = Int(parts[3]), set(flags, after: after)
        else { return nil }
      }
    default: return nil
    }
  }

  /// Whether it has more to say than a position, as bits.
  private var flags: Int {
    var flags = (ownIsUntold ? 8 : 0) + (foreignIsUntold ? 16 : 0)
    if let backfill {
      flags += (backfill.includesOwn ? 1 : 0) + (backfill.includesForeign ? 2 : 0)
      flags += backfill.isFirst ? 4 : 0
    }
    return flags
  }

  private mutating func set(_ flags: Int, after: Int64) -> Bool {
    guard (1..<32).contains(flags) else { return false }
    ownIsUntold = flags & 8 != 0
    foreignIsUntold = flags & 16 != 0
    guard flags & 3 != 0 else { return flags & 4 == 0 && after == 0 }
    backfill = Backfill(
      after: after, includesOwn: flags & 1 != 0, includesForeign: flags & 2 != 0,
      isFirst: flags & 4 != 0)
    return true
  }

  private static func isDigit(_ character: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(character)
  }
}
