internal import SystemCore

/// A ZIP archive (APPNOTE 6.3) in a file, read through its central directory, or along its members where it
/// was cut.
///
/// ZIP64 and data descriptors are read. Archives in several parts, and members with a password, are not.
package final class ZipArchive: Sendable {
  /// How many bytes the file has.
  package var byteCount: Int { file.byteCount }
  /// What is in it; empty where the directory is gone.
  package let members: [ZipMember]
  /// Whether the central directory is there.
  package let isWhole: Bool

  let file: PlacedReader

  /// What every archive begins with, but for an empty one.
  package static let beginning: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  /// As many members as are looked at: more than a life of workouts has.
  private static let mostMembers = 1 << 20
  /// As long as the directory of these may be.
  private static let mostDirectoryBytes = 64 << 20
  /// The end record and the longest comment.
  private static let longestEnd = 22 + 65_535

  /// Reads what is in an archive.
  ///
  /// - Throws: `ZipError` where it is none, and `SystemError`.
  package init(_ path: String) throws {
    file = try PlacedReader(path)
    let beginning = try file.read(4, at: 0)
    guard beginning == Self.beginning || beginning == [0x50, 0x4B, 0x05, 0x06] else {
      throw ZipError(.corrupt, "it does not begin as a ZIP archive does")
    }
    guard let end = try Self.findEnd(of: file) else {
      isWhole = false
      members = []
      return
    }
    isWhole = true
    members = try Self.members(in: file, end)
  }

  private struct End {
    var directory: Int
    var directoryBytes: Int
    var count: Int
  }

  private static func findEnd(of file: borrowing PlacedReader) throws -> End? {
    let start = max(0, file.byteCount - longestEnd)
    let tail = try file.read(file.byteCount - start, at: start)
    // The last one: a comment may hold what looks like another.
    for index in stride(from: tail.count - 22, through: 0, by: -1)
    where tail[index] == 0x50 && tail[index + 1] == 0x4B && tail[index + 2] == 5
      && tail[index + 3] == 6
    {
      var reader = LittleEndian(tail[(index + 4)...])
      guard let disk = reader.size(2), let directoryDisk = reader.size(2),
        reader.size(2) != nil, let count = reader.size(2), let bytes = reader.size(4),
        let place = reader.size(4), let comment = reader.size(2)
      else { continue }
      guard reader.count >= comment else { continue }
      if place == 0xFFFF_FFFF || bytes == 0xFFFF_FFFF || count == 0xFFFF {
        if let end = try findLargeEnd(of: file, before: start + index) { return end }
      }
      guard disk == 0, directoryDisk == 0 else {
        throw ZipError(.unsupported, "it is one of several parts")
      }
      guard place + bytes <= start + index else { continue }
      return End(directory: place, directoryBytes: bytes, count: count)
    }
    return nil
  }

  /// The end record of ZIP64, to which a pointer stands just before the other.
  private static func findLargeEnd(
    of file: borrowing PlacedReader, before place: Int
  ) throws -> End? {
    guard place >= 20 else { return nil }
    var pointer = LittleEndian(try file.read(20, at: place - 20)[...])
    guard pointer.number(4) == 0x0706_4B50, pointer.number(4) == 0, let at = pointer.size(8),
      at <= place - 20 - 56
    else { return nil }
    var reader = LittleEndian(try file.read(56, at: at)[...])
    guard reader.number(4) == 0x0606_4B50, reader.take(20) != nil, reader.number(8) != nil,
      let count = reader.size(8), let bytes = reader.size(8), let directory = reader.size(8),
      directory <= at, bytes <= at - directory
    else { return nil }
    return End(directory: directory, directoryBytes: bytes, count: count)
  }

  private static func members(in file: borrowing PlacedReader, _ end: End) throws -> [ZipMember] {
    guard end.count <= mostMembers, end.directoryBytes <= mostDirectoryBytes else {
      throw ZipError(.tooLarge, "its directory has \(end.directoryBytes) bytes")
    }
    let bytes = try file.read(end.directoryBytes, at: end.directory)
    var reader = LittleEndian(bytes[...])
    var members: [ZipMember] = []
    while members.count < end.count {
      guard reader.number(4) == 0x0201_4B50, reader.take(4) != nil, let flags = reader.size(2),
        let method = reader.size(2), reader.take(4) != nil, let checksum = reader.number(4),
        let stored = reader.size(4), let size = reader.size(4), let nameBytes = reader.size(2),
        let extraBytes = reader.size(2), let commentBytes = reader.size(2),
        reader.take(8) != nil, let place = reader.size(4), let name = reader.take(nameBytes),
        let extra = reader.take(extraBytes), reader.take(commentBytes) != nil
      else { throw ZipError(.corrupt, "its directory ends within member \(members.count + 1)") }
      var member = ZipMember(
        name: String(decoding: name, as: UTF8.self), byteCount: size, storedByteCount: stored,
        method: ZipMember.Method(method), checksum: UInt32(truncatingIfNeeded: checksum),
        isEncrypted: flags & 1 != 0, isLarge: false, place: place)
      member.takeLargeSizes(from: extra, hasPlace: true)
      members.append(member)
    }
    return members
  }

  /// A member's own header, which says where its bytes begin.
  ///
  /// - Returns: The member as it says of itself; `nil` where no member begins at the place.
  func header(at place: Int) throws -> ZipMember? {
    var fixed = LittleEndian(try file.read(30, at: place)[...])
    guard fixed.number(4) == 0x0403_4B50, fixed.take(2) != nil, let flags = fixed.size(2),
      let method = fixed.size(2), fixed.take(4) != nil, let checksum = fixed.number(4),
      let stored = fixed.size(4), let size = fixed.size(4), let nameBytes = fixed.size(2),
      let extraBytes = fixed.size(2)
    else { return nil }
    let rest = try file.read(nameBytes + extraBytes, at: place + 30)
    guard rest.count == nameBytes + extraBytes else { return nil }
    let isToldLater = flags & 8 != 0
    var member = ZipMember(
      name: String(decoding: rest[..<nameBytes], as: UTF8.self), byteCount: size,
      storedByteCount: stored, method: ZipMember.Method(method),
      checksum: isToldLater ? nil : UInt32(truncatingIfNeeded: checksum),
      isEncrypted: flags & 1 != 0, isLarge: false, place: place,
      dataPlace: place + 30 + rest.count)
    member.takeLargeSizes(from: rest[nameBytes...], hasPlace: false)
    if isToldLater, member.storedByteCount == 0 {
      member.byteCount = nil
      member.storedByteCount = nil
    }
    return member
  }
}

extension ZipMember {
  /// Takes the sizes that do not fit four bytes from the extra field of ZIP64 (APPNOTE 4.5.3).
  fileprivate mutating func takeLargeSizes(from extra: ArraySlice<UInt8>, hasPlace: Bool) {
    var reader = LittleEndian(extra)
    while let kind = reader.number(2), let size = reader.size(2), let field = reader.take(size) {
      guard kind == 1 else { continue }
      isLarge = true
      var large = LittleEndian(field)
      if byteCount == 0xFFFF_FFFF { byteCount = large.size(8) }
      if storedByteCount == 0xFFFF_FFFF { storedByteCount = large.size(8) }
      if hasPlace, place == 0xFFFF_FFFF { place = large.size(8) ?? place }
    }
  }
}
