internal import SQLiteCore

/// The columns that all tables of samples have, before and behind those that are special to one.
enum SampleColumns {
  static let dates = [TableColumn("start", "TEXT"), TableColumn("end", "TEXT")]
  static let origin = [
    TableColumn("source", "TEXT"), TableColumn("bundle", "TEXT"), TableColumn("version", "TEXT"),
    TableColumn("device", "TEXT"), TableColumn("metadata", "TEXT"), TableColumn("uuid", "TEXT"),
    TableColumn("start_unix", "REAL", .hidden), TableColumn("end_unix", "REAL", .hidden),
  ]

  /// What conditions on them mean, where those of `origin` begin at a place.
  static func roles(originAt first: Int) -> [Int: SampleConditions.Role] {
    [
      0: .startText, 1: .endText, first: .sourceName, first + 1: .bundle, first + 5: .uuid,
      first + 6: .startNumber, first + 7: .endNumber,
    ]
  }
}
