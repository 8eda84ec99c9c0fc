internal import HealthModel
internal import TextFormats

/// The files that an export has beside its XML: a route each, an electrocardiogram or the resource of a clinical record.
enum AppleFile {
  /// Where the file of a sample is, from the folder of the export.
  static func path(of uuid: SampleUUID, _ type: ObjectType) -> String {
    switch type {
    case .electrocardiogram: "electrocardiograms/ecg_\(uuid).csv"
    case .workoutRoute: "workout-routes/route_\(uuid).gpx"
    default: "clinical-records/\(type.name)-\(uuid).json"
    }
  }

  /// The bytes of the file of a sample.
  static func bytes(of sample: Sample) -> [UInt8] {
    guard case .object(.details(let details)) = sample.value else { return [] }
    if sample.type == .electrocardiogram { return electrocardiogram(details, from: sample.start) }
    if sample.type.isClinical {
      if case .string(let text) = details.values["resource"] { return Array(text.utf8) }
      return []
    }
    var form = GPXForm(heartRates: [])
    return form.bytes(activity: "other", [details])
  }

  /// As a phone writes it that speaks English, without anybody's name.
  private static func electrocardiogram(_ details: Details, from start: Double) -> [UInt8] {
    var text = XMLText()
    var dates = DateWriter(.apple, offset: 0)
    text.append("Recorded Date,")
    text.append(start, &dates)
    let verdicts: [Int64: String] = [
      1: "Sinus Rhythm", 2: "Atrial Fibrillation", 3: "Heart Rate Under 50",
      4: "Heart Rate Over 120", 5: "Poor Recording", 6: "Inconclusive", 100: "Unrecognized",
    ]
    var verdict = ""
    if case .integer(let number) = details.values["classification"] {
      verdict = verdicts[number] ?? ""
    }
    var hertz = 0.0
    if case .quantity(let frequency) = details.values["samplingFrequency"] {
      hertz = (try? frequency.value(in: .hertz())) ?? 0
    }
    text.append("\nClassification,\(verdict)\nSample Rate,\(hertz.exportText) hertz\n\n\n")
    text.append("Lead,Lead I\nUnit,µV\n\n")
    for voltage in details.series["microvolts"] ?? [] {
      text.append(voltage.exportText)
      text.append("\n")
    }
    return text.take()
  }
}
