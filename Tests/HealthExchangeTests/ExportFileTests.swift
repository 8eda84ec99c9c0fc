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

  @Test func `an archive that is cut gives what comes before`() async throws {
    let export = try await Export()
    let records = (0..<200).map { Export.steps("\($0)") }
    var maker = ArchiveMaker()
    maker.add(
      "a/export.xml", Array(Export.document(records.joined(separator: "\n")).utf8), .deflated)
    let whole = maker.finished()
    let summary = try await export.take(Array(whole[..<(whole.count / 2)]), name: "cut.zip")
    #expect((50..<150).contains(summary.total.saved) && !summary.isComplete)
    #expect(summary.ending == "it ends within a/export.xml")
    #expect(summary.lossCount <= 1)
  }

  @Test func `a wrong checksum is told after all was read`() async throws {
    let export = try await Export()
    var maker = ArchiveMaker()
    maker.add("a/export.xml", Self.text, [.deflated, .wrongChecksum])
    let summary = try await export.take(maker.finished(), name: "wrong.zip")
    #expect(summary.ending == "the checksum of a/export.xml is another one")
    #expect(summary.total.saved == 1)
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
