internal import ArchiveCore
internal import SystemCore
internal import XMLCore

/// Reads the elements of an export on a thread of its own.
actor ExportReader {
  /// Elements, and how far it is.
  struct Piece: Sendable {
    var batch: MarkupBatch
    /// How much of the file was read, from 0 to 1.
    var share: Double
    /// Why there is nothing after it, though the file should go on.
    var ending: String?
  }

  /// As many bytes of memory as one batch takes, about; half of them are values.
  private static let batchBytes = 512 << 10
  /// As many pieces of 256 KiB are checked at a time.
  private static let checkedPieces = 64

  private let executor = ThreadExecutor(label: "dyad.export")
  private let path: String
  private let names: [String]
  private let dropped: Set<String>
  private var file: ExportFile?
  /// Reads a member of an archive for its checksum alone.
  private var checking: ZipStream?
  /// What it is called: its path, or its name in the archive.
  private var name = ""
  private var prolog = ExportProlog()
  private var reader: MarkupReader?
  private var isOver = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

  /// - Parameters:
  ///   - path: A folder, an archive, or the file itself.
  ///   - names: Names that get the numbers from 0 on.
  ///   - dropped: Names of attributes that nobody wants.
  init(_ path: String, names: [String], dropping dropped: Set<String>) {
    self.path = path
    self.names = names
    self.dropped = dropped
  }

  /// Finds the file.
  ///
  /// - Returns: What it is called.
  func open() throws -> String {
    let (file, name) = try ExportFile.find(path)
    self.file = file
    self.name = name
    return name
  }

  /// The hash of its bytes as they are stored; `nil` where nothing says where they end.
  func sum() throws -> Int64? { try file?.sum() }

  /// Reads a part of what an archive has, for its checksum alone: before that is found to be right, a damaged archive may
  /// say anything.
  ///
  /// - Returns: Whether there is more of it to check.
  /// - Throws: `ZipError` where it is not what was put in.
  func check() throws -> Bool {
    guard case .member(let stream, let archive) = file else { return false }
    let checking = try checking ?? ZipStream(stream.member, of: archive)
    self.checking = checking
    for _ in 0..<Self.checkedPieces where try checking.next().isEmpty { return false }
    return true
  }

  /// The bytes of a file that the export names by its way from the export's folder; `nil` where it is not there.
  func file(beside path: String) throws -> [UInt8]? {
    try ExportFile.file(at: path, beside: name, in: archive)
  }

  /// The ways from the export's folder to all files of a folder in it, in order.
  func files(below folder: String) throws -> [String] {
    try ExportFile.files(below: folder, beside: name, in: archive)
  }

  /// The archive that the export is in; `nil` where it is in none.
  private var archive: ZipArchive? {
    guard case .member(_, let archive) = file else { return nil }
    return archive
  }

  /// The version that the definition of the document's type tells, once the first piece was read.
  var version: Int? { prolog.version }

  /// The next elements; `nil` at the end.
  ///
  /// - Throws: What opening throws, and `ExportError` where it is no export after all.
  func next() throws -> Piece? {
    guard let file, !isOver else { return nil }
    var ending: String?
    while !isOver {
      do {
        let chunk = try file.next()
        if chunk.isEmpty {
          isOver = true
        } else {
          try take(chunk)
        }
        if isOver { try reader?.finish() }
      } catch let error as MarkupError {
        ending = "line \(error.line): \(error.detail)"
        isOver = true
      }
      if let reader, reader.batchBytes >= Self.batchBytes { break }
    }
    guard let reader else {
      throw ExportError(ending ?? "it has no element HealthData")
    }
    if isOver, ending == nil, !reader.isComplete { ending = "the file ends before its last line" }
    return Piece(batch: reader.takeBatch(), share: file.share, ending: ending)
  }

  private func take(_ chunk: [UInt8]) throws {
    if let reader {
      // What follows the root is of no interest, but it is read, so that a checksum can be checked.
      try reader.read(chunk)
    } else if let rest = try prolog.take(chunk) {
      let reader = MarkupReader(names, dropping: dropped, line: prolog.line)
      self.reader = reader
      try reader.read(rest)
    }
  }
}
