internal import HealthModel

/// What a segment's header says of its samples, beside where they are.
struct SegmentContents {
  var aggregates = Aggregates()
  var live: [Incarnation: IntervalSet] = [:]
  var sources: [Source] = []

  /// Adds the samples of a run.
  mutating func add(_ run: SampleRun) {
    aggregates.add(run)
    for (incarnation, intervals) in run.dots.intervals() {
      live[incarnation, default: IntervalSet()].formUnion(intervals)
    }
    add(run.distinctSources)
  }

  /// Adds what another segment's header says.
  mutating func add(_ directory: SegmentDirectory, _ other: Aggregates) {
    aggregates.merge(other)
    for (incarnation, intervals) in directory.live {
      live[incarnation, default: IntervalSet()].formUnion(intervals)
    }
    add(directory.sources)
  }

  private mutating func add(_ others: [Source]) {
    for source in others where !sources.contains(source) { sources.append(source) }
  }
}

extension SampleRun {
  /// The sources of its rows, each once.
  var distinctSources: [Source] {
    var all: [Source] = []
    for revision in sources.values where !all.contains(revision.source) {
      all.append(revision.source)
    }
    return all
  }
}
