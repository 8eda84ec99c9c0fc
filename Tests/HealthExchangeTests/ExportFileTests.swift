internal import ArchiveCore
internal import HealthExchange
internal import HealthModel
internal import SystemCore
internal import TestSupport
internal import Testing

@Suite struct ExportFileTests {
  private typealias Export = AppleExport

  private static let text = Array(Export.document(Export.steps()).utf8)
  private static let foreign = Array("<?xml version='1.0'?><ClinicalDocument/>".utf8)

  private static func archive(_ form: ArchiveMaker.Form, main: String) -> [UInt8] {
    var maker = ArchiveMaker()
    maker.add("__MACOSX/apple_health_export/._export.xml", text)
    maker.add("apple_health_export/export_cda.xml", text + text)
    maker.add("../export.xml", text + text)
    maker.add("apple_health_export/small.xml", foreign, form)
    maker.add("apple_health_export/\(main)", text, form)
    return maker.finished()
  }

  @Test(arguments: ["export.xml", "exportación.xml", "导出.xml", "Export 2.XML"])
  func `the file is found by what is in it, whatever it is called`(name: String) async throws {
    let export = try await Export()
    let inArchive = try await export.take(
      Self.archive([.deflated, .descriptor], main: name), name: "some.zip")
    #expect(inArchive.member == "apple_health_export/\(name)" && inArchive.total.saved == 1)
    let again = try await export.take(
      Self.archive([.deflated, .large], main: name), name: "download")
    #expect(again.total == .init(read: 1, known: 1))
    try export.folder.write(Self.text, to: "odd name")
    let alone = try await export.importFile(export.folder.file("odd name"))
    #expect(alone.total.known == 1)
  }

  @Test func `a folder is searched for the file`() async throws {
    let export = try await Export()
    try FileSystem.createFolder(export.folder.file("outer"))
    try FileSystem.createFolder(export.folder.file("outer/apple_health_export"))
    try export.folder.write(Self.text + Self.text, to: "outer/apple_health_export/export_cda.xml")
    try export.folder.write(Self.foreign, to: "outer/apple_health_export/a.xml")
    try export.folder.write(Self.text, to: "outer/apple_health_export/vienti.xml")
    let summary = try await export.importFile(export.folder.file("outer"))
    #expect(summary.member.hasSuffix("/vienti.xml") && summary.total.saved == 1)
  }

  private static func manySteps(_ form: ArchiveMaker.Form) -> [UInt8] {
    let records = (0..<200).map { Export.steps("\($0)") }
    var maker = ArchiveMaker()
    maker.add("a/export.xml", Array(Export.document(records.joined(separator: "\n")).utf8), form)
    return maker.finished()
  }

  @Test func `nothing is saved of an archive that is cut or whose checksum is wrong`() async throws
  {
    let export = try await Export()
    let whole = Self.manySteps(.deflated)
    for (bytes, reason) in [
      (Array(whole[..<(whole.count / 2)]), "it ends within a/export.xml"),
      (
        Self.manySteps([.deflated, .wrongChecksum]), "the checksum of a/export.xml is another one"
      ),
    ] {
      let error = await #expect(throws: ZipError.self) {
        try await export.take(bytes, name: "damaged.zip")
      }
      #expect(error?.detail == reason)
    }
    #expect(try await export.samples(.stepCount).isEmpty)
  }

  /// Bits of what is compressed: those of its headers say where it is and what it is called.
  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func `a flipped bit of an archive saves nothing that is not in the export`(
    seed: UInt64
  ) async throws {
    let export = try await Export()
    var bytes = Self.manySteps(.deflated)
    var random = SeededGenerator(seed: seed)
    let place = Int.random(in: 60..<(bytes.count - 120), using: &random)
    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    await #expect(throws: (any Error).self) { try await export.take(bytes, name: "flipped.zip") }
    #expect(try await export.samples(.stepCount).isEmpty)
  }

  static let others: [[UInt8]] = [
    [], Array("hello".utf8), foreign, Array("<html/>".utf8), [0xFF, 0xFE, 0x3C, 0x00],
    archive([], main: "x.txt").filter { $0 != 0x48 },
  ]

  @Test(arguments: others)
  func `what is no export is refused`(bytes: [UInt8]) async throws {
    let export = try await Export()
    await #expect(throws: (any Error).self) { try await export.take(bytes, name: "other") }
  }
}
