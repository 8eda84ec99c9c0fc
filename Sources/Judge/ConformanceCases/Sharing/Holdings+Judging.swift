internal import ConformanceKit
internal import ConformanceWire

// What a node holds, beside what it should hold.
extension Holdings {
  /// Sees that the node holds exactly these samples, each as it was told.
  ///
  /// - Parameters:
  ///   - samples: All that it should hold.
  ///   - rule: Why, for the report.
  /// - Throws: ``Deviation`` with numbers, and without the samples.
  func expect(_ samples: [Sample], _ rule: String) throws {
    let wanted = Dictionary(samples.map { ($0.dot, $0) }) { one, _ in one }
    let missing = wanted.keys.count { rows[$0] == nil }
    let changed = try wanted.count { dot, sample in
      guard let row = rows[dot] else { return false }
      return try !row.isSame(as: sample)
    }
    let surplus = rows.keys.count { wanted[$0] == nil }
    try Deviation.unless(
      missing + changed + surplus == 0, "\(rule): \(wanted.count) held",
      "\(rows.count) held: \(missing) missing, \(changed) changed, \(surplus) surplus")
  }

  /// Sees that the node passes the deaths of these samples on.
  func expectDeaths(of samples: [Sample], _ rule: String) throws {
    for sample in samples {
      let death = try Deviation.unlessThere(deaths[sample.dot], rule, "a death that is not told")
      try Deviation.unless(
        death == Death(of: sample), "\(rule), with its sample's UUID, end and source",
        "a death with others")
    }
  }
}

extension Sample {
  /// Whether both say the same, in whichever form.
  func isSame(as other: Sample) throws -> Bool {
    guard case .body(let one) = payload, case .body(let two) = other.payload else {
      return self == other
    }
    var (here, there) = (self, other)
    (here.payload, there.payload) = (.category(0), .category(0))
    return try here == there && Body.says(one, two)
  }
}

extension Body {
  /// Whether two bodies say the same, whatever the forms of their columns.
  fileprivate static func says(_ one: Value, _ two: Value) throws -> Bool {
    guard one.keys == two.keys, let kind = one.keys.first else { return one == two }
    switch kind {
    case "correlation": return try isSame(one[kind], two[kind])
    case "association":
      return try one[kind]["container"] == two[kind]["container"]
        && isSame(one[kind]["members"], two[kind]["members"])
    case "details", "workout": return try facts(one) == facts(two)
    default: return one == two
    }
  }

  private static func isSame(_ one: Value, _ two: Value) throws -> Bool {
    let (here, there) = (try members(one), try members(two))
    return here.map(\.type) == there.map(\.type) && here.map(\.uuid) == there.map(\.uuid)
  }
}
