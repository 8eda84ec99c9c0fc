internal import SystemCore

/// The bytes of one member, expanded as they are asked for.
package final class ZipStream {
  /// As much as is read from the file at a time.
  private static let inputBytes = 128 << 10
  /// As much as one piece has.
  private static let pieceBytes = 256 << 10
  /// So much may come out of little; XML of a health export is 15 to 30 times as long as its archive.
  private static let mostGrowth = 256
  /// And only where so much came out.
  private static let harmlessBytes = 16 << 20

  /// What is read; its sizes may be unknown until its end.
  package let member: ZipMember
  /// Where in the archive the next bytes are read.
  package private(set) var place: Int

  private let archive: ZipArchive
  private let inflater: Inflater?
  /// Where the bytes end; `nil` where only they themselves tell.
  private let end: Int?
  private let start: Int
  private var input: ArraySlice<UInt8> = []
  private var checksum = MemberChecksum()
  private var producedBytes = 0
  private var isOver = false
  private var isChecked = false

  /// Begins to read a member.
  ///
  /// - Throws: `ZipError`, and `SystemError`.
  package init(_ member: ZipMember, of archive: ZipArchive) throws {
    guard !member.isEncrypted else {
      throw ZipError(.unsupported, "\(member.name) needs a password")
    }
    let header = member.dataPlace == nil ? try archive.header(at: member.place) : member
    guard let header, let data = header.dataPlace else {
      throw ZipError(.corrupt, "\(member.name) does not begin where the directory says")
    }
    // What it says may be anything, and is added to places.
    if let size = member.storedByteCount, size > archive.byteCount - data {
      throw Self.cut(member)
    }
    switch member.method {
    case .stored:
      inflater = nil
      guard member.storedByteCount != nil else {
        throw ZipError(.unsupported, "nothing says how long \(member.name) is")
      }
    case .deflated: inflater = try Inflater()
    case .other(let number):
      throw ZipError(.unsupported, "\(member.name) is compressed by method \(number)")
    }
    self.member = member
    self.archive = archive
    start = data
    place = data
    end = member.storedByteCount.map { data + $0 }
  }

  /// The next bytes; empty at the end, whose checksum and size were found to be right.
  ///
  /// - Throws: `truncated` where the file ends before, after all that could be read; other `ZipError`s, and
  ///   `SystemError`.
  package func next() throws -> [UInt8] {
    guard !isOver else {
      // Only now: what came last is good for something even where this throws.
      if !isChecked { try checkEnd() }
      return []
    }
    let piece = inflater == nil ? try nextStored() : try nextExpanded()
    producedBytes += piece.count
    checksum.add(piece)
    if let size = member.byteCount, producedBytes > size {
      throw ZipError(.corrupt, "\(member.name) has more bytes than it says")
    }
    let consumed = place - start
    if producedBytes > Self.harmlessBytes, producedBytes / Self.mostGrowth > consumed {
      throw ZipError(.tooLarge, "\(member.name) grows to \(Self.mostGrowth) times its length")
    }
    return piece.isEmpty ? try next() : piece
  }

  /// What it begins with, unchecked, for whoever wants to know what it is; it is of no further use after that.
  package func beginning() throws -> [UInt8] {
    inflater == nil ? try nextStored() : try nextExpanded()
  }

  /// Reads all of its bytes as they are stored, piece by piece, wherever it is; `false` where only its end tells how
  /// many there are.
  package func visitStored(_ body: ([UInt8]) -> Void) throws -> Bool {
    guard let end else { return false }
    for place in stride(from: start, to: end, by: Self.pieceBytes) {
      body(try archive.file.read(min(Self.pieceBytes, end - place), at: place))
    }
    return true
  }

  private func nextStored() throws -> [UInt8] {
    let left = (end ?? place) - place
    let piece = try archive.file.read(min(left, Self.pieceBytes), at: place)
    place += piece.count
    if left == piece.count { isOver = true }
    guard isOver || !piece.isEmpty else { throw Self.cut(member) }
    return piece
  }

  private func nextExpanded() throws -> [UInt8] {
    guard let inflater else { return [] }
    if input.isEmpty {
      let left = (end ?? .max) - place
      input = try archive.file.read(min(left, Self.inputBytes), at: place)[...]
      place += input.count
    }
    let isLast = input.isEmpty
    let (output, used, status) = inflater.expand(input, room: Self.pieceBytes)
    input = input.dropFirst(used)
    switch status {
    case .ended:
      isOver = true
      place -= input.count
    case .corrupt:
      throw ZipError(.corrupt, "\(member.name) is not what was compressed")
    case .goesOn:
      guard !isLast || !output.isEmpty else { throw Self.cut(member) }
    }
    return output
  }

  private func checkEnd() throws {
    isChecked = true
    if let size = member.byteCount, size != producedBytes {
      throw ZipError(.corrupt, "\(member.name) has fewer bytes than it says")
    }
    var expected = member.checksum
    if expected == nil {
      // The descriptor behind the data, with or without its signature.
      var reader = LittleEndian(try archive.file.read(8, at: place)[...])
      let first = reader.number(4)
      expected = (first == 0x0807_4B50 ? reader.number(4) : first).map { UInt32($0) }
    }
    guard let expected else { throw Self.cut(member) }
    guard expected == checksum.value else {
      throw ZipError(.corrupt, "the checksum of \(member.name) is another one")
    }
  }

  private static func cut(_ member: ZipMember) -> ZipError {
    ZipError(.truncated, "it ends within \(member.name)")
  }

  /// Where the next member's header stands; `nil` where this one was not read to its end.
  fileprivate var followingPlace: Int? {
    guard isOver else { return nil }
    guard member.storedByteCount == nil else { return end }
    return place
  }
}

extension ZipArchive {
  /// Walks along the members of an archive whose directory is gone.
  ///
  /// - Parameter body: Takes each member, and returns whether it is what is looked for, so that the walk ends.
  /// - Throws: What the members throw.
  package func walk(_ body: (ZipMember) throws -> Bool) throws {
    var place = 0
    while let member = try header(at: place) {
      guard try !body(member), let data = member.dataPlace else { return }
      if let size = member.storedByteCount {
        guard size <= byteCount - data else { return }
        place = data + size
      } else {
        let stream = try ZipStream(member, of: self)
        while try !stream.next().isEmpty {}
        guard let following = stream.followingPlace else { return }
        place = following
      }
      // A descriptor may stand between them.
      for skipped in [0, 12, 16, 20, 24] {
        let mark = try file.read(4, at: place + skipped)
        if mark == Self.beginning {
          place += skipped
          break
        }
      }
    }
  }
}

extension ZipStream {
  /// How much of it was read, from 0 to 1; `nil` where only its end tells how long it is.
  package var share: Double? {
    end.map { Double(place - start) / Double(max(1, $0 - start)) }
  }
}
