internal import DyadServices
internal import HealthCodec
package import HealthModel
internal import RPCCore

/// Part of what happened, and what is known of the time.
package struct RemoteChanges: Hashable, Sendable {
  package var added: [SampleRun]
  package var deleted: [DeletedObject]
  /// Where to go on from.
  package var anchor: RemoteAnchor
  /// Whether there is more already.
  package var hasMore: Bool
  /// What is known; `nil` where the daemon left it out.
  package var coverage: StoreCoverage?

  init(_ response: ChangesResponse) throws {
    added = try SampleRun.runs(response.added, field: "added")
    deleted = try DeletedObject.objects(response.deleted)
    anchor = RemoteAnchor(response.anchor)
    hasMore = response.hasMore
    coverage = try response.coverage.map { try StoreCoverage($0) }
  }

  /// The same with its place in the log; on the owner's socket alone.
  package var page: ChangePage {
    get throws(RPCError) {
      ChangePage(added: added, deleted: deleted, anchor: try anchor.place, hasMore: hasMore)
    }
  }
}
