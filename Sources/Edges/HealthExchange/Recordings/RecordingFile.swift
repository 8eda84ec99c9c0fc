internal import ArchiveCore
internal import SystemCore
internal import XMLCore

/// A file of workouts, or of what else was measured, as a device or an app wrote it: GPX, TCX or FIT, told by what it begins with.
package struct RecordingFile: Sendable {
  /// A file is read as a whole, so it has a bound.
  static let mostBytes = 64 << 20
  /// As many moments as one file has: five days of seconds, which take some eighty megabytes.
  static let mostMoments = 432_000
  /// As many workouts as one file has: three a day for nine years.
  static let mostWorkouts = 10_000
  private static let beginningBytes = 4_096
  private static let deepestFolder = 8

  private enum Form {
    case gpx, tcx, fit
  }

  /// What was read of a file.
  struct Contents {
    var workouts: [RecordedWorkout] = []
    /// What was measured outside of workouts, and what measured it.
    var monitor: FITMonitor?
    var creator = ""
    /// How many points had no time.
    var timeless = 0
    /// Why it could not be read to its end.
    var fault: String?
  }

  private enum Place: Sendable {
    case path(String)
    /// In an archive, which is opened once for all of its files.
    case member(ZipMember, ZipArchive)
  }

  private let place: Place
  /// Its name without its folders.
  let name: String

  private init(path: String) {
    place = .path(path)
    name = String(path.split(separator: "/").last ?? "")
  }

  private init(_ member: ZipMember, of archive: ZipArchive) {
    place = .member(member, archive)
    name = String(member.lastName)
  }

  /// The files at a path that has no export of Apple Health; `nil` where there is one, or nothing that can be read.
  package static func found(at path: String) throws -> [RecordingFile]? {
    do {
      _ = try ExportFile.find(path)
      return nil
    } catch {
      // The importer of exports reports this error where there are no recorded workouts either.
      let files = try find(path)
      return files.isEmpty ? nil : files
    }
  }

  /// The files at a path: one, those below a folder, or those in an archive; none where it has others.
  ///
  /// - Throws: `SystemError` and `ZipError`.
  private static func find(_ path: String) throws -> [RecordingFile] {
    if try FileSystem.isFolder(path) == true { return try find(in: path, depth: 0) }
    let beginning = try PlacedReader(path).read(beginningBytes, at: 0)
    if form(beginning) != nil { return [RecordingFile(path: path)] }
    guard beginning.starts(with: ZipArchive.beginning) else { return [] }
    let archive = try ZipArchive(path)
    return archive.members.filter { !$0.isFolder && !$0.isOutside && isNamedAsOne($0.name) }
      .map { RecordingFile($0, of: archive) }.sorted { $0.name < $1.name }
  }

  private static func find(in folder: String, depth: Int) throws -> [RecordingFile] {
    var files: [RecordingFile] = []
    for name in try FileSystem.names(in: folder).sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if try FileSystem.isFolder(path) == true {
        if depth < deepestFolder { files += try find(in: path, depth: depth + 1) }
      } else if isNamedAsOne(name), try FileSystem.isPlainFile(path) == true {
        files.append(RecordingFile(path: path))
      }
    }
    return files
  }

  private static func isNamedAsOne(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".gpx", ".tcx", ".fit"].contains { name.hasSuffix($0) }
  }

  private static func form(_ beginning: [UInt8]) -> Form? {
    if FITFile.isOne(beginning) { return .fit }
    let text = String(decoding: beginning, as: UTF8.self)
    if text.contains("<gpx") { return .gpx }
    return text.contains("<TrainingCenterDatabase") ? .tcx : nil
  }

  /// Reads it.
  ///
  /// - Throws: What opening it throws.
  func read() throws -> Contents {
    let bytes = try bytes()
    guard bytes.count <= Self.mostBytes else {
      return Contents(fault: "it has more than \(Self.mostBytes >> 20) MiB")
    }
    var contents = Self.contents(of: bytes)
    if contents.fault != nil, !contents.workouts.isEmpty {
      contents.workouts[contents.workouts.count - 1].isCut = true
    }
    return contents
  }

  /// Reads the bytes of a file in any form.
  static func contents(of bytes: [UInt8]) -> Contents {
    switch form(Array(bytes.prefix(beginningBytes))) {
    case .gpx: return readGPX(bytes)
    case .tcx:
      let reader = TCXReader()
      let fault = read(bytes, to: reader)
      return Contents(workouts: reader.workouts, timeless: reader.timeless, fault: fault)
    case .fit:
      let (messages, fault) = FITFile.read(bytes)
      let workouts = FITReader.workouts(of: messages)
      let excess = workouts.count > mostWorkouts ? "it has more than \(mostWorkouts) workouts" : nil
      return Contents(
        workouts: Array(workouts.prefix(mostWorkouts)), monitor: FITMonitor(messages),
        creator: FITReader.creator(messages), fault: fault?.rawValue ?? excess)
    case nil: return Contents(fault: "it is neither GPX, TCX nor FIT")
    }
  }

  /// Reads the bytes of a GPX file.
  static func readGPX(_ bytes: [UInt8]) -> Contents {
    let reader = GPXReader()
    let fault = read(bytes, to: reader)
    return Contents(workouts: reader.workouts, timeless: reader.timeless, fault: fault)
  }

  /// Some apps write blanks in front of the declaration, where none may stand.
  private static func read(_ bytes: [UInt8], to listener: any StrictListener) -> String? {
    let first = bytes.firstIndex { !" \t\r\n".utf8.contains($0) } ?? 0
    do {
      try StrictReader.read(first == 0 ? bytes : Array(bytes[first...]), to: listener)
      return nil
    } catch {
      return "line \(error.line): \(error.detail)"
    }
  }

  private func bytes() throws -> [UInt8] {
    switch place {
    case .path(let path):
      let file = try PlacedReader(path)
      return try file.read(min(file.byteCount, Self.mostBytes + 1), at: 0)
    case .member(let member, let archive):
      return try ZipStream(member, of: archive).all(atMost: Self.mostBytes + 1)
    }
  }
}
