internal import CommandLineCore
internal import ConformanceCases
internal import ConformanceKit
internal import Testing

/// Each case against a node that conforms, and against one that breaks its clause.
@Suite(.serialized, .timeLimit(.minutes(10))) struct MatrixTests {
  /// The cases to play: all, or those that DYAD_CASES means.
  private static func chosen() throws -> [Case] {
    guard let pattern = CurrentProcess.environment("DYAD_CASES") else { return Catalogue.all }
    return try Selection(only: [pattern]).cases(of: Catalogue.all)
  }

  @Test func `every saboteur is of a case`() {
    let paths = Set(Catalogue.all.map(\.path))
    #expect(Saboteur.all.map(\.path).filter { !paths.contains($0) } == [])
  }

  @Test(arguments: Role.allCases)
  func `the daemon conforms, and every saboteur is caught`(role: Role) throws {
    let isThorough = ["DYAD_CASES", "DYAD_LONG"].contains { CurrentProcess.environment($0) != nil }
    let matrix = Matrix(
      cases: try Self.chosen(), saboteurs: Saboteur.all, playsPlain: isThorough)
    let rows = try matrix.rows(of: role)
    // What a busy machine made miss its time holds when it is asked alone.
    let doubtful = Set(rows.filter { !$0.holds }.map(\.path))
    let alone = Matrix(
      cases: matrix.cases.filter { doubtful.contains($0.path) }, saboteurs: Saboteur.all,
      playsPlain: true, jobs: 1)
    let again = doubtful.isEmpty ? [] : try alone.rows(of: role)
    for row in rows + again {
      let caught = row.saboteurs.map { saboteur in
        "\(saboteur.verdict.isDeviation ? "caught" : saboteur.verdict.word): \(saboteur.name)"
      }
      let plain = row.plain.map { "\($0.word); " } ?? ""
      print("matrix \(role.word) \(row.path): \(plain)\(caught.joined(separator: "; "))")
    }
    #expect(!rows.isEmpty || CurrentProcess.environment("DYAD_CASES") != nil)
    #expect(doubtful.count < 10)
    for row in again where !row.holds {
      Issue.record("\(role.word) \(row.path): \(row.plain ?? .conforms), \(row.saboteurs)")
    }
  }
}
