extension DotColumn {
  /// The rows whose dots are in `vector`, ascending.
  package func rows(of type: ObjectType, in vector: VersionVector) -> [Int] {
    rows(of: type, in: vector, areIn: true)
  }

  /// The rows whose dots are not in `vector`, ascending.
  package func rows(of type: ObjectType, notIn vector: VersionVector) -> [Int] {
    rows(of: type, in: vector, areIn: false)
  }

  private func rows(of type: ObjectType, in vector: VersionVector, areIn: Bool) -> [Int] {
    var rows: [Int] = []
    var start = 0
    for span in spans {
      let stream = VersionVector.Stream(incarnation: span.incarnation, type: type)
      let all = IntervalSet(span.interval)
      let taken = vector.streams[stream].map { all.intersection($0) } ?? IntervalSet()
      for interval in (areIn ? taken : all.subtracting(taken)).intervals {
        let first = start + Int(interval.lowerBound - span.first)
        rows.append(contentsOf: first...(first + Int(interval.upperBound - interval.lowerBound)))
      }
      start += span.count
    }
    return rows
  }
}
