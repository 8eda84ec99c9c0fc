internal import Foundation
internal import TestSupport
internal import Testing

@Suite struct CoverageTests {
  private struct Ending {
    var code: Int32
    var text: String
  }

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func run(_ program: String, _ arguments: [String]) throws -> Ending {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ending(code: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
  }

  private func coverage(_ arguments: String...) throws -> Ending {
    let modules = try RunningProgram.builtPath("Modules")
    return try run(
      Self.package.appendingPathComponent("Tools/healthkit-coverage").path,
      arguments + ["--build", URL(fileURLWithPath: modules).deletingLastPathComponent().path])
  }

  @Test func `the list of symbols, the module and the tests agree`() throws {
    let ending = try coverage("--check")
    #expect(ending.code == 0 && ending.text.isEmpty, "\(ending.text)")
  }

  @Test func `a list that says anything else is found out`() throws {
    let list = Self.package.appendingPathComponent("Tests/HealthKitTests/symbols.tsv")
    let text = try String(contentsOf: list, encoding: .utf8)
    let wrong: [(String, String)] = [
      ("HKUnit.unitString\tUnitTests.swift\n", ""),
      ("HKUnit.unitString\t", "HKUnit.unitSpring\tUnitTests.swift\nHKUnit.unitString\t"),
      ("HKUnit.unitString\tUnitTests.swift", "HKUnit.unitString\t-"),
      ("HKUnit.unitString\tUnitTests.swift", "HKUnit.unitString\tErrorTests.swift"),
      ("HKUnit.unitString\tUnitTests.swift", "HKUnit.unitString\tNoTests.swift"),
    ]
    for (row, other) in wrong {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("symbols-\(UUID().uuidString).tsv")
      defer { try? FileManager.default.removeItem(at: file) }
      try #require(text.contains(row))
      try text.replacingOccurrences(of: row, with: other).write(
        to: file, atomically: true, encoding: .utf8)
      let ending = try coverage("--check", "--list", file.path)
      #expect(ending.code == 1 && ending.text.contains("HK"), "\(row)")
    }
  }

  @Test(arguments: ["dyad", "dyadd"])
  func `the programs do without Foundation`(program: String) throws {
    let ending = try run("ldd", [try RunningProgram.builtPath(program)])
    #expect(ending.code == 0 && ending.text.contains("libswiftCore"))
    #expect(!ending.text.contains("Foundation"))
  }
}
