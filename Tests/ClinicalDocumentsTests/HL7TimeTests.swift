internal import ClinicalDocuments
internal import Testing

struct HL7TimeTests {
  private static let times: [(text: String, start: Double, length: Double)] = [
    ("2001", 0, 31_536_000), ("200102", 2_678_400, 2_419_200), ("20010101", 0, 86_400),
    ("2001010101", 3_600, 3_600), ("200101010101", 3_660, 60), ("20010101010101", 3_661, 1),
    ("20010101010101.5", 3_661.5, 0), ("20010101010101.5-0130", 9_061.5, 0),
    ("200101010000+0100", -3_600, 60), ("200101010000+01", -3_600, 60),
    ("20010101+0200", -7_200, 86_400), ("20000229", -26_524_800, 86_400),
  ]

  @Test(arguments: times)
  func `times are read as far as they go`(text: String, start: Double, length: Double) throws {
    let time = try #require(HL7Time(text))
    #expect(time.start == start)
    #expect(time.length == length)
  }

  @Test(arguments: [
    "", "1", "200", "20010", "20011301", "20010001", "20010230", "2001010124", "200101010160",
    "20010101010101.", "200101010101.5", "2001-01-01", "20010101+1", "20010101+2500", "+0100",
    "20010101010101.1234567890", "２００１", "20010101 ", "9999",
  ])
  func `what is no time is none`(text: String) {
    #expect(HL7Time(text) == nil)
  }
}
