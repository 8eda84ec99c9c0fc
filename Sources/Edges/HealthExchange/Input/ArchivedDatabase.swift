internal import ArchiveCore
internal import SystemCore

/// A database that an app exported in an archive, unpacked into a file of its own for as long as it is read.
package struct ArchivedDatabase {
  /// Where it is while it is read.
  package let path: String
  private let folder: String
  private let member: ZipMember
  private let archive: ZipArchive

  /// Looks for the database of an archive.
  ///
  /// - Parameters:
  ///   - archive: A file.
  ///   - folder: Where it is to be unpacked.
  /// - Returns: The largest database in it; `nil` where the file is no archive, or has none.
  /// - Throws: `ZipError` and `SystemError`.
  package static func found(
    in archive: String, unpackingInto folder: String
  ) throws -> ArchivedDatabase? {
    guard try FileSystem.isPlainFile(archive) == true,
      try PlacedReader(archive).read(4, at: 0) == ZipArchive.beginning
    else { return nil }
    let archive = try ZipArchive(archive)
    let members = archive.members.filter { member in
      !member.isFolder && !member.isOutside
        && (member.name.hasSuffix(".db") || member.lastName == "Gadgetbridge")
    }
    let member = try members.sorted { $0.byteCount ?? 0 > $1.byteCount ?? 0 }.first {
      try ZipStream($0, of: archive).beginning().starts(with: DatabaseFile.beginning)
    }
    return member.map { ArchivedDatabase($0, of: archive, in: folder) }
  }

  private init(_ member: ZipMember, of archive: ZipArchive, in folder: String) {
    var entropy = Entropy()
    path = "\(folder)/dyad-\(String(entropy.next() as UInt64, radix: 16)).db"
    (self.member, self.archive, self.folder) = (member, archive, folder)
  }

  /// Unpacks it into a new file that only its owner can read.
  ///
  /// - Throws: `ExportError` where there is no room, and `ZipError`.
  package func unpack() throws {
    let stream = try ZipStream(member, of: archive)
    do {
      try FileSystem.createFile(path) {
        let piece = try stream.next()
        return piece.isEmpty ? nil : piece
      }
    } catch let error as SystemError {
      throw ExportError(
        "\(member.name) cannot be unpacked into \(folder): \(error.detail)",
        advice: "Say by TMPDIR where there is room, or unpack it yourself and import that.")
    }
  }

  /// Removes the file of one, and what reading it has left beside it.
  ///
  /// - Throws: `SystemError`.
  package static func remove(_ path: String) throws {
    for ending in ["", "-wal", "-shm"] { _ = try FileSystem.removeFile(path + ending) }
  }
}
