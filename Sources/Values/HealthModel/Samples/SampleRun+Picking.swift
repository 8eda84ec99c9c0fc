extension SampleRun {
  /// The given rows in the given order.
  ///
  /// Each column is gone through once, so that it costs the rows and not their square.
  package func picking(_ rows: [Int]) -> Self {
    if zip(rows, rows.dropFirst()).allSatisfy({ $0 < $1 }) { return selecting(rows) }
    var columns = metadata.compactMap { $0.picking(rows) }
    // Keys stand in the order in which they first appear; those of one row keep theirs.
    let order = columns.indices.sorted {
      (columns[$0].rows[0], $0) < (columns[$1].rows[0], $1)
    }
    columns = order.map { columns[$0] }
    let picked = Self(
      type: type, uuids: rows.map { uuids[$0] }, starts: rows.map { starts[$0] },
      ends: rows.map { ends[$0] }, payload: payload.picking(rows),
      sources: sources.picking(rows), devices: devices.picking(rows), metadata: columns,
      dots: dots.isEmpty ? dots : dots.picking(rows),
      positions: positions.isEmpty ? positions : positions.picking(rows))
    guard let picked else { preconditionFailure("columns picked alike fit each other") }
    return picked
  }
}
