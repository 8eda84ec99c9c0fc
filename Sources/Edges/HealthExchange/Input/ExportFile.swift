internal import ArchiveCore
internal import HealthCodec
internal import SystemCore

/// Why an export cannot be read at all.
package struct ExportError: Error, Hashable {
  /// The reason, as "it has no …".
  package var detail: String
  package var advice: String?

  package init(_ detail: String, advice: String? = nil) {
    self.detail = detail
    self.advice = advice
  }
}

/// The file of an export that has the records: in a folder, in an archive, or by itself.
///
/// It is told by what it begins with, since its name is in the phone's language.
enum ExportFile {
  case plain(PlainStream)
  case member(ZipStream, of: ZipArchive)

  /// As much as tells what a file is: the definition of the document's type comes before the root.
  private static let beginningBytes = 4_096
  private static let deepestFolder = 3
  private static let advice =
    "It reads exports of Apple Health, Health Connect, Gadgetbridge and Health Auto Export, resources of FHIR, "
    + "workouts as GPX, TCX or FIT, what 'dyad export' wrote, and with --columns tables. 'dyad save' reads samples as lines of JSON."
  /// A route of a day has a few megabytes.
  private static let mostFileBytes = 64 << 20

  /// Finds the file.
  ///
  /// - Returns: It, and what to call it.
  /// - Throws: `ExportError`, `ZipError` and `SystemError`.
  static func find(_ path: String) throws -> (file: ExportFile, name: String) {
    switch try FileSystem.isFolder(path) {
    case nil: throw ExportError("there is no such file or folder")
    case true?:
      guard let found = try findInFolder(path, depth: 0) else {
        throw ExportError(
          "no file in this folder is one that 'dyad import' knows", advice: advice)
      }
      return found
    case false?: return try open(path)
    }
  }

  private static func open(_ path: String) throws -> (file: ExportFile, name: String) {
    let stream = try PlainStream(path)
    let beginning = try stream.beginning(beginningBytes)
    if beginning.starts(with: ZipArchive.beginning) { return try findInArchive(path) }
    if isExport(beginning) { return (.plain(stream), path) }
    if beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) {
      throw ExportError("it is UTF-16", advice: "Convert it: 'iconv -f UTF-16 -t UTF-8'.")
    }
    throw ExportError(
      "it is nothing that 'dyad import' knows", advice: advice)
  }

  /// Whether a file with this beginning is one with records.
  static func isExport(_ beginning: [UInt8]) -> Bool {
    let text = String(decoding: beginning, as: UTF8.self)
    return text.contains("<!DOCTYPE HealthData") || text.contains("<HealthData")
  }

  private static func findInFolder(
    _ folder: String, depth: Int
  ) throws -> (file: ExportFile, name: String)? {
    var best: (path: String, byteCount: Int)?
    var folders: [String] = []
    for name in try FileSystem.names(in: folder) where !isForeign(name[...]) {
      let path = "\(folder)/\(name)"
      if try FileSystem.isFolder(path) == true {
        folders.append(path)
      } else if try FileSystem.isPlainFile(path) == true, name.lowercased().hasSuffix(".xml") {
        let stream = try PlainStream(path)
        guard try isExport(stream.beginning(beginningBytes)) else { continue }
        if stream.byteCount > best?.byteCount ?? -1 { best = (path, stream.byteCount) }
      }
    }
    if let best { return (.plain(try PlainStream(best.path)), best.path) }
    guard depth < deepestFolder else { return nil }
    for path in folders {
      if let found = try findInFolder(path, depth: depth + 1) { return found }
    }
    return nil
  }

  private static func findInArchive(_ path: String) throws -> (file: ExportFile, name: String) {
    let archive = try ZipArchive(path)
    var best: ZipMember?
    if archive.isWhole {
      var failure: (any Error)?
      // The largest first: each needs a look inside.
      let candidates = archive.members.filter { !$0.isFolder && !$0.isOutside && isXML($0) }
        .sorted { $0.byteCount ?? 0 > $1.byteCount ?? 0 }
      for member in candidates {
        do {
          if try isExport(ZipStream(member, of: archive).beginning()) {
            best = member
            break
          }
        } catch let error as ZipError {
          failure = failure ?? error
        }
      }
      if best == nil, let failure { throw failure }
    } else {
      try archive.walk { member in
        guard !member.isFolder, !member.isOutside, isXML(member),
          try isExport(ZipStream(member, of: archive).beginning())
        else { return false }
        best = member
        return true
      }
    }
    guard let best else {
      throw ExportError(
        "nothing in this archive is something that 'dyad import' knows", advice: advice)
    }
    return (.member(try ZipStream(best, of: archive), of: archive), best.name)
  }

  /// The bytes of a file that an export names.
  ///
  /// - Parameters:
  ///   - name: How the export calls it: the way from its own folder, with or without a slash first.
  ///   - export: The name of the export's file.
  ///   - archive: What it is in, if anything.
  /// - Returns: All of them; `nil` where the file is not there, or too long.
  /// - Throws: What reading throws.
  static func file(
    at name: String, beside export: String, in archive: ZipArchive?
  ) throws -> [UInt8]? {
    let words = name.split(separator: "/")
    guard !words.isEmpty, !words.contains("..") else { return nil }
    let folder = export.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let whole = (folder + words).joined(separator: "/")
    guard let archive else {
      guard try FileSystem.isPlainFile(whole) == true else { return nil }
      let file = try PlacedReader(whole)
      guard file.byteCount <= mostFileBytes else { return nil }
      return try file.read(file.byteCount, at: 0)
    }
    guard let member = archive.members.first(where: { $0.name == whole }) else { return nil }
    let bytes = try ZipStream(member, of: archive).all(atMost: mostFileBytes + 1)
    return bytes.count <= mostFileBytes ? bytes : nil
  }

  /// The files of a folder beside an export, as the export would name them.
  static func files(
    below folder: String, beside export: String, in archive: ZipArchive?
  ) throws -> [String] {
    let parent = export.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let whole = (parent + [folder[...]]).joined(separator: "/")
    guard let archive else {
      guard try FileSystem.isFolder(whole) == true else { return [] }
      return try FileSystem.names(in: whole).filter { !isForeign($0[...]) }.sorted()
        .map { "\(folder)/\($0)" }
    }
    return archive.members.filter {
      !$0.isFolder && $0.name.hasPrefix(whole + "/") && !isForeign($0.lastName)
    }.map { "\(folder)/\($0.lastName)" }.sorted()
  }

  private static func isXML(_ member: ZipMember) -> Bool {
    member.name.lowercased().hasSuffix(".xml") && !member.name.hasPrefix("__MACOSX/")
      && !isForeign(member.lastName)
  }

  /// Names of what a Mac adds, and of the document in another format that repeats part of the data.
  private static func isForeign(_ name: Substring) -> Bool {
    name.hasPrefix("._") || name == "__MACOSX" || name.lowercased().hasSuffix("_cda.xml")
  }

  /// The next bytes; empty at the end.
  func next() throws -> [UInt8] {
    switch self {
    case .plain(let stream): try stream.next()
    case .member(let stream, _): try stream.next()
    }
  }

  /// The hash of its bytes as they are stored, compressed or not; `nil` where nothing says where they end.
  func sum() throws -> Int64? {
    // The sum of the sums of pieces, and of how many bytes there are.
    var sums: [UInt8] = []
    func add(_ number: Int64) {
      for shift in stride(from: 0, to: 64, by: 8) {
        sums.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    var count: Int64 = 0
    func take(_ piece: [UInt8]) {
      add(Checksum.of(piece))
      count += Int64(piece.count)
    }
    switch self {
    case .plain(let stream): try stream.visit(take)
    case .member(let stream, _): guard try stream.visitStored(take) else { return nil }
    }
    add(count)
    return Checksum.of(sums)
  }

  /// How much of it was read, from 0 to 1.
  var share: Double {
    switch self {
    case .plain(let stream): Double(stream.position) / Double(max(1, stream.byteCount))
    case .member(let stream, let archive):
      // The other members are of no interest.
      stream.share ?? Double(stream.place) / Double(max(1, archive.byteCount))
    }
  }
}

extension ZipStream {
  /// All of a member, or as much as is wanted.
  func all(atMost most: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < most {
      let piece = try next()
      if piece.isEmpty { break }
      all += piece
    }
    return all
  }
}

/// A plain file from its beginning to its end.
final class PlainStream {
  private static let pieceBytes = 256 << 10

  private let file: PlacedReader
  private(set) var position = 0

  init(_ path: String) throws {
    file = try PlacedReader(path)
  }

  var byteCount: Int { file.byteCount }

  /// What it begins with.
  func beginning(_ count: Int) throws -> [UInt8] { try file.read(count, at: 0) }

  /// Reads all of it, piece by piece, wherever it is.
  func visit(_ body: ([UInt8]) -> Void) throws {
    for place in stride(from: 0, to: byteCount, by: Self.pieceBytes) {
      body(try file.read(Self.pieceBytes, at: place))
    }
  }

  func next() throws -> [UInt8] {
    let piece = try file.read(Self.pieceBytes, at: position)
    position += piece.count
    return piece
  }
}
