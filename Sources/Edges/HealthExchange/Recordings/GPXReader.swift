internal import HealthModel
internal import TextFormats
internal import XMLCore

/// Reads the tracks of a GPX file, version 1.0 or 1.1, with what Apple and Garmin add to points.
final class GPXReader: StrictListener {
  private(set) var workouts: [RecordedWorkout] = []
  private var creator = ""
  private var path: [String] = []
  private var text = ""
  private var point: RecordedWorkout.Moment?
  private var hasTime = false
  private var count = 0
  /// How many points have no time.
  private(set) var timeless = 0

  var wantsContent: Bool { true }

  func start(
    _ name: ElementName, _ attributes: [String: String], line: Int
  ) throws(MarkupError) {
    if path.isEmpty {
      guard name.local == "gpx" else {
        throw MarkupError(line: line, detail: "it does not begin with <gpx>")
      }
      creator = attributes["creator"] ?? ""
    }
    path.append(name.local)
    text = ""
    switch name.local {
    case "trk":
      guard workouts.count < RecordingFile.mostWorkouts else {
        throw MarkupError(
          line: line, detail: "it has more than \(RecordingFile.mostWorkouts) workouts")
      }
      var workout = RecordedWorkout()
      workout.creator = creator
      workouts.append(workout)
    case "trkpt":
      count += 1
      guard count <= RecordingFile.mostMoments else {
        throw MarkupError(
          line: line, detail: "it has more than \(RecordingFile.mostMoments) points")
      }
      point = RecordedWorkout.Moment(time: 0)
      hasTime = false
      point?.latitude = attributes["lat"].flatMap(Double.init)
      point?.longitude = attributes["lon"].flatMap(Double.init)
    default: break
    }
  }

  func text(_ text: String, line: Int) {
    // Names and numbers are short; what is longer is none.
    if self.text.utf8.count < 1_024 { self.text += text }
  }

  func end(line: Int) {
    guard let name = path.popLast() else { return }
    let text = self.text.trimmed
    self.text = ""
    if name == "trkpt" {
      if let point, hasTime, !workouts.isEmpty {
        workouts[workouts.count - 1].moments.append(point)
      } else {
        timeless += 1
      }
      point = nil
      return
    }
    if point == nil {
      if name == "type", path.last == "trk", !workouts.isEmpty {
        workouts[workouts.count - 1].activity = Self.activity(named: text)
      }
      return
    }
    set(name, text)
  }

  private func set(_ name: String, _ text: String) {
    if name == "time" {
      guard let time = Self.instant(text) else { return }
      point?.time = time
      hasTime = true
      return
    }
    guard let number = Double(text), number.isFinite else { return }
    switch name {
    case "ele": point?.altitude = number
    case "speed": point?.speed = number
    case "course": point?.course = number
    case "hAcc": point?.horizontalAccuracy = number
    case "vAcc": point?.verticalAccuracy = number
    case "hr" where (1...300).contains(number): point?.heartRate = number
    case "power", "PowerInWatts": if number >= 0 { point?.power = number }
    default: break
    }
  }

  /// A time, which is in UTC where it says nothing else.
  static func instant(_ text: String) -> Double? {
    if let date = try? DateText(parsing: text) { return date.secondsSince2001 }
    return (try? DateText(parsing: text + "Z"))?.secondsSince2001
  }

  /// Each activity by its name in small letters.
  private static let activities = Dictionary(
    WorkoutActivityType.allCases.map { ("\($0)".lowercased(), $0) },
    uniquingKeysWith: { first, _ in first })

  /// What was done, by the words that apps write.
  static func activity(named text: String) -> WorkoutActivityType {
    let word = text.lowercased().filter { $0.isLetter }
    let words: [(String, WorkoutActivityType)] = [
      ("run", .running), ("jog", .running), ("cycl", .cycling), ("bik", .cycling),
      ("ride", .cycling), ("walk", .walking), ("hik", .hiking), ("swim", .swimming),
      ("row", .rowing), ("ski", .downhillSkiing), ("skat", .skatingSports), ("sail", .sailing),
      ("kayak", .paddleSports), ("paddl", .paddleSports), ("climb", .climbing),
    ]
    if word.contains("nordic") || word.contains("crosscountry") || word.contains("backcountry"),
      word.contains("ski")
    {
      return .crossCountrySkiing
    }
    if let exact = activities[word] { return exact }
    return words.first { word.contains($0.0) }?.1 ?? .other
  }
}

extension String {
  /// Without white space at its ends.
  fileprivate var trimmed: String {
    let first = firstIndex { !$0.isWhitespace } ?? endIndex
    let last = lastIndex { !$0.isWhitespace } ?? startIndex
    return first <= last && first != endIndex ? String(self[first...last]) : ""
  }
}
