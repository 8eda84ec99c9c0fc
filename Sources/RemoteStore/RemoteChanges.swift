internal import DyadServices
internal import HealthCodec
package import HealthModel

/// Part of what happened, and what is known of the time.
package struct RemoteChanges: Hashable, Sendable {
  /// What happened, and the anchor after it.
  package var page: ChangePage
  /// What is known; `nil` where the daemon left it out.
  package var coverage: StoreCoverage?

  init(_ response: ChangesResponse) throws {
    page = ChangePage(
      added: try SampleRun.runs(response.added, field: "added"),
      deleted: try DeletedObject.objects(response.deleted),
      anchor: try Anchor(response.anchor, in: "anchor"), hasMore: response.hasMore)
    coverage = try response.coverage.map { try StoreCoverage($0) }
  }
}
