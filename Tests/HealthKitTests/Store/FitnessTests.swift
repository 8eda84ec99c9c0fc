internal import Foundation
internal import HealthKit
internal import TestSupport
internal import Testing

/// The program of `Tools/examples/FitnessTracker`, as somebody uses it.
@Suite(.timeLimit(.minutes(5))) struct FitnessTests {
  /// What the program asks for.
  private static let shared: Set<HKSampleType> = [
    HKQuantityType(.bodyMass), HKQuantityType(.height), HKQuantityType(.dietaryEnergyConsumed),
    HKQuantityType(.dietaryProtein), HKQuantityType(.activeEnergyBurned), .workoutType(),
  ]
  private static let characteristics: Set<HKObjectType> = [
    HKCharacteristicType(.dateOfBirth), HKCharacteristicType(.biologicalSex),
  ]

  private static func fitness(
    _ line: String, _ options: [String] = [], _ environment: [String: String] = [:]
  ) throws -> RunningProgram.Ending {
    try RunningProgram.run(
      try RunningProgram.builtPath("fitness"),
      options + ["--day", "2026-11-25"] + line.split(separator: " ").map(String.init),
      environment: environment.merging(["TZ": "UTC"]) { $1 })
  }

  private static let notes = [
    "height 178", "weigh 71.4", "fill 14", "eat apple 95 0.5", "eat soup 310 12", "move 250 40",
  ]

  private static let day = """
      apple                       95 kcal, protein 0 g
      soup                       310 kcal, protein 12 g
    eaten                       2175 kcal
    burned by moving            -630 kcal
    """

  @Test func `a fitness tracker keeps a day in a file`() throws {
    let folder = try TemporaryFolder()
    let options = ["--store", folder.file("store")]
    for note in ["born 1985-06-01 female"] + Self.notes {
      let ending = try Self.fitness(note, options)
      #expect(ending.exitCode == 0 && ending.output.isEmpty, "\(note): \(ending.errors)")
    }
    let today = try Self.fitness("today", options).output
    #expect(today.hasPrefix("2026-11-25   41 years, female, 178 cm, 71.4 kg\n\n"), "\(today)")
    #expect(today.contains(Self.day), "\(today)")
    // 10 for a kilogram, 6.25 for a centimeter, less 5 for a year and 161.
    #expect(today.contains("burned at rest             -1460 kcal\n"), "\(today)")
    #expect(today.hasSuffix("net                           84 kcal\n"), "\(today)")
    let weeks = try Self.fitness("weeks", options).output
    let lines = weeks.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(weeks)")
    #expect(lines.filter { $0.hasPrefix("We 25") && $0.hasSuffix(" 2175") }.count == 1, "\(weeks)")
    #expect(weeks.count { $0 == "●" } == 14 && weeks.count { $0 == "|" } == 15, "\(weeks)")
    // Filled again, nothing is there twice.
    #expect(try Self.fitness("fill 14", options).exitCode == 0)
    #expect(try Self.fitness("today", options).output == today)
    #expect(try Self.fitness("weeks", options).output == weeks)
  }

  @Test func `a fitness tracker keeps a day with a daemon`() async throws {
    try await StoreUnderTest.run(.daemon) { test in
      let daemon = try #require(test.daemon)
      try await test.authorize(
        share: Self.shared, read: Self.characteristics.union(Self.shared))
      let environment = [
        "DYAD_SOCKET": daemon.folder + "/app.sock", "DYAD_TOKEN": daemon.token,
        "HOME": daemon.folder,
      ]
      for note in Self.notes {
        let ending = try Self.fitness(note, [], environment)
        #expect(ending.exitCode == 0 && ending.output.isEmpty, "\(note): \(ending.errors)")
      }
      let today = try Self.fitness("today", [], environment).output
      #expect(today.hasPrefix("2026-11-25   178 cm, 71.4 kg\n\n"), "\(today)")
      #expect(today.contains(Self.day), "\(today)")
      // What it saved is the app's that the token names.
      let found = try await test.store.samples(.workoutType())
      #expect(found.map(\.source.bundleIdentifier) == ["app.under.test"])
      // Who a user is says the owner of a daemon.
      let born = try Self.fitness("born 1985-06-01 female", [], environment)
      #expect(born.exitCode == 1 && born.errors.contains("'dyad'"), "\(born.errors)")
    }
  }

  @Test(arguments: [
    "", "weigh", "weigh much", "weigh -1", "eat soup", "born today female", "dance",
  ])
  func `what is typed wrongly is said to be`(line: String) throws {
    let folder = try TemporaryFolder()
    let ending = try Self.fitness(line, ["--store", folder.file("store")])
    #expect(ending.exitCode == 2 && ending.output.isEmpty && !ending.errors.isEmpty)
  }
}
