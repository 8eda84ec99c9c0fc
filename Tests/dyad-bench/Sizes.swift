/// How much of the disk a sample takes, everything included.
enum Sizes {
  static func run(_ bench: Bench) throws {
    let stores = try bench.stores()
    let count = Double(stores.count)
    let rows = Double(try stores.rows.bytes) / count
    bench.report.add(
      Figure(
        "size", .bytesPerSample, ours: Double(try stores.own.bytes) / count, peer: rows,
        goal: .atMost(8)))
    bench.report.add(
      Figure(
        "size-random", .bytesPerSample, ours: Double(try stores.foreign.bytes) / count,
        peer: rows, goal: .atMost(24)))
  }
}
