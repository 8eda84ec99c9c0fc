package import ConformanceWire
internal import SystemCore

extension Peer {
  /// A batch with samples of its own, which it holds and covers from now on.
  package func batch(_ samples: [Sample]) -> Message {
    for sample in samples {
      rows[sample.dot] = sample
      vector.insert(sample.dot)
    }
    return batch(of: samples)
  }

  /// A batch with samples, whatever is held here.
  package func batch(of samples: [Sample]) -> Message {
    var covers = Vector()
    for sample in samples { covers.insert(sample.dot) }
    return Message(
      "SyncMessage",
      [
        "batch": [
          "view": .unsigned(device.role == .phone ? view : 0), "covers": covers.value,
          "runs": .list(Self.runs(of: samples)),
        ]
      ])
  }

  /// A batch with deaths, by a stretch of the own log.
  package func burial(_ samples: [Sample]) -> Message {
    let start = headPlace
    for sample in samples {
      rows[sample.dot] = nil
      vector.insert(sample.dot)
      deaths[sample.dot] = Death(of: sample)
      head += 1
    }
    return Message(
      "SyncMessage",
      [
        "batch": [
          "view": 0, "deletions": .list(Self.runs(of: samples.map(Death.init(of:)))),
          "log": ["start": start, "end": headPlace],
        ]
      ])
  }

  /// A heart rate of a moment ago, with a dot of its own.
  package func heartRate(_ value: Double = 72, secondsAgo: Double = 60) -> Sample {
    let instant = (Instant.now - secondsAgo).rounded(.down)
    let dot = newDot("HKQuantityTypeIdentifierHeartRate")
    return Sample.quantity(dot, at: instant, value: value, unit: "count/min")
  }

  /// Samples as runs, one for each type.
  package static func runs(of samples: [Sample]) -> [Value] {
    Dictionary(grouping: samples, by: \.type).sorted { $0.key < $1.key }.map { Run.value($0.value) }
  }

  /// Deaths as runs, one for each type.
  package static func runs(of deaths: [Death]) -> [Value] {
    Dictionary(grouping: deaths, by: \.dot.type).sorted { $0.key < $1.key }
      .map { Deletions.value($0.value) }
  }
}
