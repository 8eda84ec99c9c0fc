package import ConformanceWire

/// For each of several incarnations the numbers of one type: a LiveDots.
package enum LiveDots {
  package static func value(_ dots: [UInt64: Intervals]) -> Value {
    let ordered = dots.keys.filter { dots[$0]?.isEmpty == false }.sorted()
    guard !ordered.isEmpty else { return [:] }
    // The columns are those of a vector whose streams are all of one type.
    var vector = Vector()
    for incarnation in ordered {
      vector[Stream(incarnation, "")] = dots[incarnation] ?? Intervals()
    }
    let columns = vector.value
    return [
      "incarnations": Value(ordered), "interval_counts": columns["interval_counts"],
      "gaps": columns["gaps"], "lengths": columns["lengths"],
    ]
  }

  /// Reads a LiveDots.
  package static func intervals(_ value: Value) throws(ModelError) -> [UInt64: Intervals] {
    let incarnations = value["incarnations"].items.map(\.word)
    guard zip(incarnations, incarnations.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw ModelError("incarnations", "they do not ascend")
    }
    guard incarnations.count <= Vector.mostIntervals else {
      throw ModelError("incarnations", "there are more than intervals may be")
    }
    var columns: Value = [:]
    if !incarnations.isEmpty {
      columns = Streams.value(incarnations.map { Stream($0, "") }, counted: "stream_count")
    }
    for field in ["interval_counts", "gaps", "lengths"] { columns[field] = value[field] }
    let vector = try Vector(columns)
    return Dictionary(
      uniqueKeysWithValues: incarnations.map { ($0, vector[Stream($0, "")]) })
  }
}
