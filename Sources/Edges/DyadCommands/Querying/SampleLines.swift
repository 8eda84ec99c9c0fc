internal import CommandLineCore
internal import CommandSupport
internal import HealthExchange
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TextFormats

/// Samples as lines of JSON, with the members of correlations and the files of documents.
struct SampleLines {
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
    for rows in Exporter.pieces(of: run) {
      let piece = run.slice(rows)
      writer.members = try await members(of: piece)
      writer.files = try await files(of: piece)
      for row in 0..<piece.count { try output.writeLine(wrap(writer.json(piece[row]))) }
    }
  }

  /// What the correlations of a run hold.
  func members(of run: SampleRun) async throws -> [SampleUUID: Sample] {
    try await Exporter.members(of: run, in: data)
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
