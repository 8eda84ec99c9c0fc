/// One line of the report: ours beside its peer, and what was to be reached.
struct Figure {
  /// What is counted, and which way is better.
  enum Unit: String {
    case samplesPerSecond = "k samples/s"
    case savesPerSecond = "saves/s"
    case microseconds = "us"
    case milliseconds = "ms"
    case nanosecondsPerSample = "ns/sample"
    case bytesPerSample = "bytes/sample"
    case bytesPerSave = "bytes/save"
    case megabytes = "MB"
    case bytes = "bytes"
    case trips = "round trips"
    case perMinute = "a minute"
    case millisecondsPerMinute = "ms a minute"
    case bytesPerMinute = "bytes a minute"

    var isBetterHigh: Bool { self == .samplesPerSecond || self == .savesPerSecond }
  }

  enum Goal {
    /// So many times better than the peer.
    case times(Double)
    /// At most this in the figure's own unit.
    case atMost(Double)
  }

  var name: String
  var unit: Unit
  var ours: Double
  var peer: Double?
  var goal: Goal?

  init(_ name: String, _ unit: Unit, ours: Double, peer: Double? = nil, goal: Goal? = nil) {
    self.name = name
    self.unit = unit
    self.ours = ours
    self.peer = peer
    self.goal = goal
  }

  /// How many times better than the peer.
  var ratio: Double? { peer.map { unit.isBetterHigh ? ours / $0 : $0 / ours } }

  /// Whether the goal is reached; `nil` where there is none.
  var isMet: Bool? {
    switch goal {
    case .times(let times): ratio.map { $0 >= times }
    case .atMost(let bound): ours <= bound
    case nil: nil
    }
  }
}

extension Figure: CustomStringConvertible {
  var description: String {
    let verdict = isMet.map { $0 ? "met" : "missed" } ?? "-"
    return "\(name): ours=\(Self.text(ours)) peer=\(peer.map(Self.text) ?? "-") \(unit.rawValue) "
      + "ratio=\(ratio.map(Self.text) ?? "-") goal=\(goalText) \(verdict)"
  }

  /// The same for programs.
  var json: String {
    let verdict = isMet.map { "\($0)" } ?? "null"
    return "{\"name\":\"\(name)\",\"unit\":\"\(unit.rawValue)\",\"ours\":\(ours),"
      + "\"peer\":\(peer.map { "\($0)" } ?? "null"),\"ratio\":\(ratio.map { "\($0)" } ?? "null"),"
      + "\"goal\":\"\(goalText)\",\"met\":\(verdict)}"
  }

  private var goalText: String {
    switch goal {
    case .times(let times): ">=\(Self.text(times))"
    case .atMost(let bound): "<=\(Self.text(bound))"
    case nil: "-"
    }
  }

  /// Three significant digits or more, and no exponent.
  private static func text(_ value: Double) -> String {
    if value.magnitude >= 100 { return "\(Int(value.rounded()))" }
    let scale: Double = value.magnitude >= 10 ? 10 : value.magnitude >= 1 ? 100 : 1_000
    return "\((value * scale).rounded() / scale)"
  }
}
