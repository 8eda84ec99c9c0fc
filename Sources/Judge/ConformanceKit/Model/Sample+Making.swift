package import ConformanceWire

extension Sample {
  package static let heartRateType = "HKQuantityTypeIdentifierHeartRate"
  package static let sleepType = "HKCategoryTypeIdentifierSleepAnalysis"
  package static let pressureType = "HKCorrelationTypeIdentifierBloodPressure"
  package static let systolicType = "HKQuantityTypeIdentifierBloodPressureSystolic"
  package static let diastolicType = "HKQuantityTypeIdentifierBloodPressureDiastolic"
  package static let workoutType = "HKWorkoutTypeIdentifier"
  /// Of what clinics tell.
  package static let clinicalTypes = [
    "Allergy", "ClinicalNote", "Condition", "Coverage", "Immunization", "LabResult", "Medication",
    "Procedure", "VitalSign",
  ].map { "HKClinicalTypeIdentifier\($0)Record" }
  package static let documentType = "HKDocumentTypeIdentifierCDA"
  package static let routeType = "HKWorkoutRouteTypeIdentifier"
  package static let moodType = "HKDataTypeStateOfMind"

  /// 2026-05-09 06:13:20 UTC, for cases to which the instant does not matter.
  package static let someday = 800_000_000.0

  /// A UUID of a dot: another dot has another one, by all likelihood.
  package static func uuid(_ dot: Dot) -> UUID {
    UUID(
      base: UInt64(truncatingIfNeeded: Mixer(dot.stream).mix(0)), counter: dot.number)
  }

  /// A dot that one number of one incarnation names.
  package static func heartRate(
    _ incarnation: UInt64, _ number: UInt64, at time: Double = someday, value: Double = 60
  ) -> Self {
    quantity(Dot(incarnation, heartRateType, number), at: time, value: value, unit: "count/min")
  }

  package static func quantity(_ dot: Dot, at time: Double, value: Double, unit: String) -> Self {
    Self(dot, uuid: uuid(dot), start: time, end: time, .quantity(value, unit: unit))
  }

  package static func sleep(
    _ incarnation: UInt64, _ number: UInt64, from start: Double = someday, lasting: Double = 3600,
    value: Int64 = 1
  ) -> Self {
    let dot = Dot(incarnation, sleepType, number)
    return Self(dot, uuid: uuid(dot), start: start, end: start + lasting, .category(value))
  }

  /// A blood pressure after its two members.
  package static func bloodPressure(
    _ incarnation: UInt64, _ number: UInt64, at time: Double = someday
  ) -> [Self] {
    let parts = [(systolicType, 120.0), (diastolicType, 80.0)].map { type, value in
      quantity(Dot(incarnation, type, number), at: time, value: value, unit: "mmHg")
    }
    let dot = Dot(incarnation, pressureType, number)
    let body = Body.correlation(parts.map { ($0.type, $0.uuid) })
    return parts + [Self(dot, uuid: uuid(dot), start: time, end: time, .body(body))]
  }

  package static func workout(
    _ incarnation: UInt64, _ number: UInt64, from start: Double = someday, lasting: Double = 1800
  ) -> Self {
    let dot = Dot(incarnation, workoutType, number)
    let body = Body.workout(activity: 37, duration: lasting, energy: 250, events: [start + 60])
    return Self(dot, uuid: uuid(dot), start: start, end: start + lasting, .body(body))
  }

  /// A route of three places, a second each.
  package static func route(
    _ incarnation: UInt64, _ number: UInt64, from start: Double = someday
  ) -> Self {
    let dot = Dot(incarnation, routeType, number)
    let body = Body.details(series: [
      ("time", [start, start + 1, start + 2]), ("latitude", [48.1, 48.100_01, 48.100_02]),
      ("longitude", [11.5, 11.5, 11.500_01]), ("speed", [-1, 1.25, 1.5]),
    ])
    return Self(dot, uuid: uuid(dot), start: start, end: start + 2, .body(body))
  }

  /// How somebody felt: a pleasant feeling with two labels.
  package static func mood(
    _ incarnation: UInt64, _ number: UInt64, at time: Double = someday, valence: Double = 0.5,
    series: [(name: String, numbers: [Double])] = [("labels", [7, 17])]
  ) -> Self {
    let dot = Dot(incarnation, moodType, number)
    let body = Body.details(
      values: ["kind": .init(.integer, 1), "valence": .init(.double, .double(valence))],
      series: series)
    return Self(dot, uuid: uuid(dot), start: time, end: time, .body(body))
  }

  /// A document and its pieces, as DocumentPieces.
  package static func document(
    _ incarnation: UInt64, _ number: UInt64, at time: Double = someday, bytes: [UInt8],
    pieceLength: Int = 65_536
  ) -> (sample: Self, pieces: [Value]) {
    let dot = Dot(incarnation, documentType, number)
    let body = Body.document(title: "Document", byteCount: bytes.count)
    let sample = Self(dot, uuid: uuid(dot), start: time, end: time, .body(body))
    let starts = Array(stride(from: 0, to: bytes.count, by: pieceLength))
    let pieces = starts.enumerated().map { ordinal, start -> Value in
      [
        "uuid": .bytes(sample.uuid.bytes), "ordinal": .integer(Int64(ordinal)),
        "bytes": .bytes(Array(bytes[start..<min(start + pieceLength, bytes.count)])),
      ]
    }
    return (sample, pieces)
  }
}
