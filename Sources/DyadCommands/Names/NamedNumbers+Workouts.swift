extension NamedNumbers {
  /// The activities of a workout.
  package static let workoutActivities = NamedNumbers(
    [
      "americanFootball", "archery", "australianFootball", "badminton", "baseball", "basketball",
      "bowling", "boxing", "climbing", "cricket", "crossTraining", "curling", "cycling", "dance",
      "danceInspiredTraining", "elliptical", "equestrianSports", "fencing", "fishing",
      "functionalStrengthTraining", "golf", "gymnastics", "handball", "hiking", "hockey", "hunting",
      "lacrosse", "martialArts", "mindAndBody", "mixedMetabolicCardioTraining", "paddleSports",
      "play", "preparationAndRecovery", "racquetball", "rowing", "rugby", "running", "sailing",
      "skatingSports", "snowSports", "soccer", "softball", "squash", "stairClimbing",
      "surfingSports", "swimming", "tableTennis", "tennis", "trackAndField",
      "traditionalStrengthTraining", "volleyball", "walking", "waterFitness", "waterPolo",
      "waterSports", "wrestling", "yoga", "barre", "coreTraining", "crossCountrySkiing",
      "downhillSkiing", "flexibility", "highIntensityIntervalTraining", "jumpRope", "kickboxing",
      "pilates", "snowboarding", "stairs", "stepTraining", "wheelchairWalkPace",
      "wheelchairRunPace",
    ], from: 1, and: [3_000: "other"])

  /// The kinds of event inside a workout.
  package static let workoutEvents = NamedNumbers(
    ["pause", "resume", "lap", "marker", "motionPaused", "motionResumed"], from: 1)
}
