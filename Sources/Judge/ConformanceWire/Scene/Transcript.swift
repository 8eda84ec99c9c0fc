/// What passed between the tool and the node, for reports: the end of it.
package final class Transcript {
  /// One thing that passed.
  package struct Entry: Hashable, Sendable {
    package var isFromNode: Bool
    /// "tcp", "tls", "http2" or "grpc".
    package var layer: String
    /// What it is, in a few words.
    package var summary: String
    /// Its bytes, or the first of them.
    package var bytes: [UInt8]
  }

  private static let mostEntries = 200
  private static let mostBytes = 65_536
  /// What is shown of one entry.
  private static let mostBytesOfEntry = 4_096

  /// The last entries, oldest first.
  package private(set) var entries: [Entry] = []
  private var byteCount = 0

  /// Begins empty.
  package init() {}

  /// Adds what passed just now, and forgets the oldest where there is too much.
  package func add(fromNode: Bool, _ layer: String, _ summary: String, _ bytes: [UInt8] = []) {
    let kept = Array(bytes.prefix(Transcript.mostBytesOfEntry))
    entries.append(Entry(isFromNode: fromNode, layer: layer, summary: summary, bytes: kept))
    byteCount += kept.count
    var surplus = 0
    while entries.count - surplus > Transcript.mostEntries || byteCount > Transcript.mostBytes {
      byteCount -= entries[surplus].bytes.count
      surplus += 1
    }
    entries.removeFirst(surplus)
  }
}
