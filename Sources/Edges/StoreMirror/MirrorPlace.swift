internal import HealthModel
internal import PostgresCore

/// Where a subject's mirror stands: it is committed with what it brings.
struct MirrorPlace: Hashable, Sendable {
  /// Which of the mirrors that there were of the subject it is.
  var epoch: Int64
  /// The anchor of the store's log, as text; empty before the first.
  var anchor: String
  /// Whether documents are there as well.
  var hasDocuments: Bool
  /// Of what the summaries of days were worked out; empty where some are not yet.
  var days: String

  /// Reads the place of a subject's mirror; `nil` where the subject has no mirror.
  init?(of subject: SampleUUID, _ connection: borrowing PostgresConnection) throws {
    let rows = try connection.rows(
      "SELECT \(Self.columns) FROM dyad.positions WHERE subject = $1::uuid", [subject.description],
      to: "read where the mirror stands")
    guard let row = rows.first else { return nil }
    self.init(row)
  }

  init?(_ row: [String?]) {
    guard row.count == 4, let epoch = row[0].flatMap({ Int64($0) }), let anchor = row[1],
      let days = row[3]
    else { return nil }
    self.epoch = epoch
    self.anchor = anchor
    self.days = days
    hasDocuments = row[2] == "t"
  }

  static let columns = "epoch, anchor, documents, days"
}
