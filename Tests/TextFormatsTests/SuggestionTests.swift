internal import Testing
internal import TextFormats

struct SuggestionTests {
  private static let words = ["bodyMassIndex", "bodyMass", "heartRate", "sleepAnalysis", "save"]

  @Test(arguments: [
    ("hartRate", "heartRate"), ("haertRate", "heartRate"), ("HEARTRATE", "heartRate"),
    ("heartrate", "heartRate"), ("bodyMas", "bodyMass"), ("body", "bodyMass"),
    ("BodyMassI", "bodyMassIndex"), ("sleep", "sleepAnalysis"), ("sav", "save"),
    ("x", nil), ("", nil), ("weight", nil),
  ])
  func `the nearest word is meant, whatever its case, and of two that go on the shorter one`(
    word: String, nearest: String?
  ) {
    #expect(Suggestion.nearest(to: word, among: Self.words) == nearest)
  }
}
