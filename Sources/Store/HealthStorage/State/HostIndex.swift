internal import HealthModel

/// Aliases by the dots that hold their rows, so that asking for a few looks at few.
///
/// Stretches that overlap are kept by their lengths: of those that are about as long as each other, only the
/// neighbours of a place can reach it.
struct HostIndex: Hashable, Sendable {
  struct Key: Hashable, Sendable {
    var host: VersionVector.Stream
    /// The length is less than two to the power of this, and at least half of that.
    var size: Int
  }

  /// Ascending by the first host.
  private var groups: [Key: [Aliases.Span]] = [:]
  /// The sizes of stretches that there are, by host.
  private var sizes: [VersionVector.Stream: Set<Int>] = [:]

  mutating func insert(_ span: Aliases.Span) {
    let key = Self.key(of: span)
    let place = Self.index(in: groups[key] ?? [], from: span.hostFirst)
    groups[key, default: []].insert(span, at: place)
    sizes[span.host, default: []].insert(key.size)
  }

  mutating func remove(_ span: Aliases.Span) {
    let key = Self.key(of: span)
    guard let group = groups[key] else { return }
    var place = Self.index(in: group, from: span.hostFirst)
    while place < group.count, group[place] != span { place += 1 }
    guard place < group.count else { return }
    groups[key]?.remove(at: place)
    guard group.count == 1 else { return }
    groups[key] = nil
    sizes[span.host]?.remove(key.size)
    if sizes[span.host]?.isEmpty ?? false { sizes[span.host] = nil }
  }

  /// The parts whose hosts are among the dots.
  func spans(hostedBy dots: VersionVector) -> [Aliases.Span] {
    var result: [Aliases.Span] = []
    for (host, wanted) in dots.streams {
      for size in sizes[host] ?? [] {
        guard let group = groups[Key(host: host, size: size)] else { continue }
        let reach = size < UInt64.bitWidth ? UInt64(1) << UInt64(size) : .max
        for interval in wanted.intervals {
          let from = interval.lowerBound > reach ? interval.lowerBound - reach : 0
          var place = Self.index(in: group, from: from)
          while place < group.count, group[place].hostFirst <= interval.upperBound {
            if let part = group[place].part(hosts: interval) { result.append(part) }
            place += 1
          }
        }
      }
    }
    return result
  }

  private static func key(of span: Aliases.Span) -> Key {
    let more = span.sequences.upperBound - span.sequences.lowerBound
    let size = more == .max ? UInt64.bitWidth : UInt64.bitWidth - (more + 1).leadingZeroBitCount
    return Key(host: span.host, size: size)
  }

  private static func index(in group: [Aliases.Span], from host: UInt64) -> Int {
    var low = 0
    var high = group.count
    while low < high {
      let middle = (low + high) / 2
      if group[middle].hostFirst >= host { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
