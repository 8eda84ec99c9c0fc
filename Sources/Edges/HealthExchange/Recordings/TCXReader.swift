internal import HealthModel
internal import XMLCore

/// Reads the activities of a Garmin training file (TCX).
final class TCXReader: StrictListener {
  private(set) var workouts: [RecordedWorkout] = []
  private var path: [String] = []
  private var text = ""
  private var moment: RecordedWorkout.Moment?
  private var hasTime = false
  private var count = 0
  /// When the last track of the present lap ended, after which a gap is a pause.
  private var lastTime: Double?
  private var isNewTrack = false
  private var lapCount = 0
  /// What the laps before the present one came to: distances of some devices begin again with each.
  private var lapDistance = 0.0
  private var before = 0.0
  private(set) var timeless = 0

  var wantsContent: Bool { true }

  private var last: Int { workouts.count - 1 }

  func start(
    _ name: ElementName, _ attributes: [String: String], line: Int
  ) throws(MarkupError) {
    if path.isEmpty, name.local != "TrainingCenterDatabase" {
      throw MarkupError(line: line, detail: "it does not begin with <TrainingCenterDatabase>")
    }
    path.append(name.local)
    text = ""
    switch name.local {
    case "Activity":
      guard workouts.count < RecordingFile.mostWorkouts else {
        throw MarkupError(
          line: line, detail: "it has more than \(RecordingFile.mostWorkouts) workouts")
      }
      var workout = RecordedWorkout()
      workout.activity = GPXReader.activity(named: attributes["Sport"] ?? "")
      workouts.append(workout)
      (lastTime, lapCount, lapDistance, before) = (nil, 0, 0, 0)
    case "Lap" where !workouts.isEmpty:
      if let start = attributes["StartTime"].flatMap(GPXReader.instant) {
        if lapCount > 0 { workouts[last].laps.append(start) }
        if workouts[last].start == nil { workouts[last].start = start }
      }
      // Between laps is no pause.
      lastTime = nil
      before += lapDistance
      lapDistance = 0
      lapCount += 1
    case "Track": isNewTrack = true
    case "Trackpoint":
      count += 1
      guard count <= RecordingFile.mostMoments else {
        throw MarkupError(
          line: line, detail: "it has more than \(RecordingFile.mostMoments) points")
      }
      moment = RecordedWorkout.Moment(time: 0)
      hasTime = false
    default: break
    }
  }

  func text(_ text: String, line: Int) {
    if self.text.utf8.count < 1_024 { self.text += text }
  }

  func end(line: Int) {
    guard let name = path.popLast() else { return }
    let text = self.text
    self.text = ""
    guard !workouts.isEmpty else { return }
    if name == "Trackpoint" { return endMoment() }
    if moment != nil { return set(name, text) }
    let number = Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    switch (path.last, name) {
    case ("Lap", "Calories"):
      if let number, number > 0 { workouts[last].energy = (workouts[last].energy ?? 0) + number }
    case ("Lap", "DistanceMeters"):
      guard let number else { return }
      lapDistance = number
      workouts[last].distance = (workouts[last].distance ?? 0) + number
    case ("Lap", "TotalTimeSeconds"):
      guard let number, let start = workouts[last].laps.last ?? workouts[last].start else { return }
      workouts[last].end = max(workouts[last].end ?? start, start + number)
      workouts[last].activeSeconds = (workouts[last].activeSeconds ?? 0) + number
    case ("Creator", "Name"): workouts[last].creator = text
    default: break
    }
  }

  private func endMoment() {
    defer { moment = nil }
    guard var moment, hasTime else {
      timeless += 1
      return
    }
    if let distance = moment.distance, distance + 1 < (workouts[last].moments.last?.distance ?? 0) {
      // It begins again with the lap.
      moment.distance = before + distance
    }
    if isNewTrack, let lastTime, moment.time > lastTime + 1 {
      workouts[last].pauses.append((lastTime, moment.time))
    }
    isNewTrack = false
    lastTime = moment.time
    workouts[last].moments.append(moment)
  }

  private func set(_ name: String, _ text: String) {
    if name == "Time" {
      guard let time = GPXReader.instant(text) else { return }
      moment?.time = time
      hasTime = true
      return
    }
    guard let number = Double(text), number.isFinite else { return }
    switch (path.last, name) {
    case (_, "LatitudeDegrees"): moment?.latitude = number
    case (_, "LongitudeDegrees"): moment?.longitude = number
    case (_, "AltitudeMeters"): moment?.altitude = number
    case (_, "DistanceMeters"): if number >= 0 { moment?.distance = number }
    case ("HeartRateBpm", "Value"): if (1...300).contains(number) { moment?.heartRate = number }
    case (_, "Speed"): moment?.speed = number
    case (_, "Watts"): if number >= 0 { moment?.power = number }
    default: break
    }
  }
}
