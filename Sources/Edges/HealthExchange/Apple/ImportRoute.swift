internal import HealthModel
internal import XMLCore

/// What an export says of where a workout went: files beside it, or places in it.
struct ImportRoute {
  /// As many files as one workout has, and as many places as stand in it.
  private static let mostFiles = 256
  private static let mostPlaces = Details.mostNumbers

  let line: Int
  /// The workout, as it is found in the store.
  var workout: Sample?
  /// From the folder of the export.
  private(set) var files: [String] = []
  private(set) var recorded = RecordedWorkout()

  init(line: Int) { self.line = line }

  var isEmpty: Bool { files.isEmpty && recorded.moments.isEmpty }

  /// Adds a file, which some exports name twice.
  mutating func addFile(_ path: String) {
    if !files.contains(path), files.count < Self.mostFiles { files.append(path) }
  }

  /// Adds a place that stands in the export itself, as iOS 11 and 12 wrote them.
  mutating func addPlace(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ context: inout ImportContext
  ) {
    func number(_ name: AppleName) -> Double? {
      batch.value(of: name, in: event).flatMap { DecimalReader.number($0) }
    }
    guard recorded.moments.count < Self.mostPlaces else {
      return context.summary.mend("places beyond \(Self.mostPlaces) of one workout were left out")
    }
    guard let time = batch.value(of: .date, in: event).flatMap({ context.dates.seconds($0) }) else {
      return context.summary.mend("a place of a route without a date was left out")
    }
    var moment = RecordedWorkout.Moment(time: time)
    moment.latitude = number(.latitude)
    moment.longitude = number(.longitude)
    moment.altitude = number(.altitude)
    moment.horizontalAccuracy = number(.horizontalAccuracy)
    moment.verticalAccuracy = number(.verticalAccuracy)
    moment.course = number(.course)
    moment.speed = number(.speed)
    recorded.moments.append(moment)
  }
}
