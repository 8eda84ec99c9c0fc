internal import CommandLineCore
internal import HealthModel
internal import StoreAccess
internal import SystemCore

/// Samples as lines of JSON, with the members of correlations and the files of documents.
struct SampleLines {
  /// As many members as are held at a time; one correlation may have 4096.
  private static let mostMembers = 16_384

  private let data: any OwnerAccess
  private let documents: String?
  private var writer: SampleWriter

  /// Reads what hangs on samples from `data`, and writes documents to the folder `documents` if
  /// they are wanted; without a `unit` each quantity stays in its own.
  init(_ data: any OwnerAccess, unit: Unit? = nil, documents: String? = nil) {
    self.data = data
    self.documents = documents
    writer = SampleWriter(unit: unit)
  }

  /// Writes a line for each row of `run`, made from the sample by `wrap`.
  mutating func write(
    _ run: SampleRun, to output: inout BufferedOutput<Descriptor>,
    wrap: (JSONValue) -> JSONValue = { $0 }
  ) async throws {
    for rows in pieces(of: run) {
      let piece = run.slice(rows)
      writer.members = try await members(of: piece)
      writer.files = try await files(of: piece)
      for row in 0..<piece.count { try output.writeLine(wrap(writer.json(piece[row]))) }
    }
  }

  private func pieces(of run: SampleRun) -> [Range<Int>] {
    guard case .objects(let bodies) = run.payload else { return [0..<run.count] }
    var pieces: [Range<Int>] = []
    var start = 0
    var count = 0
    for (row, body) in bodies.enumerated() {
      guard case .correlation(let members) = body else { continue }
      if row > start, count + members.count > Self.mostMembers {
        pieces.append(start..<row)
        (start, count) = (row, 0)
      }
      count += members.count
    }
    pieces.append(start..<run.count)
    return pieces
  }

  /// What the correlations of a run hold.
  func members(of run: SampleRun) async throws -> [SampleUUID: Sample] {
    guard case .objects(let bodies) = run.payload else { return [:] }
    var wanted: [ObjectType: UUIDSet] = [:]
    for case .correlation(let members) in bodies {
      members.types.forEachRun { type, rows in
        for row in rows { wanted[type, default: UUIDSet()].insert(members.uuids[row]) }
      }
    }
    var found: [SampleUUID: Sample] = [:]
    for (type, uuids) in wanted {
      for try await run in try await data.samples(SampleQuery(type, where: .uuid(uuids))) {
        for row in 0..<run.count { found[run.uuids[row]] = run[row] }
      }
    }
    return found
  }

  private func files(of run: SampleRun) async throws -> [SampleUUID: String] {
    guard let documents, case .objects(let bodies) = run.payload else { return [:] }
    var files: [SampleUUID: String] = [:]
    for (uuid, body) in zip(run.uuids, bodies) {
      guard case .document = body else { continue }
      let file = "\(documents)/\(uuid).xml"
      try FileSystem.replaceFile(file, try await data.wholeDocument(uuid))
      files[uuid] = file
    }
    return files
  }
}
