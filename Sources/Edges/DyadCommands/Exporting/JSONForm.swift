internal import CommandSupport
internal import HealthExchange
internal import HealthModel
internal import SystemCore
internal import TextFormats

/// JSON lines as `dyad query --json` prints them, which `dyad save` reads.
final class JSONForm: ExportForm {
  private static let pieceBytes = 256 << 10

  private let documents: String?
  private let sink: ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []

  var takesDocuments: Bool { documents != nil }

  /// - Parameters:
  ///   - documents: The folder that documents are written to, if they are wanted.
  ///   - sink: Takes the bytes.
  init(documents: String?, _ sink: @escaping ([UInt8]) throws -> Void) {
    self.documents = documents
    self.sink = sink
  }

  func write(_ run: SampleRun, _ parts: ExportParts) throws {
    try write(run, parts) { $0 }
  }

  /// Writes a line for each row, made of the sample by `wrap`.
  func write(
    _ run: SampleRun, _ parts: ExportParts, wrap: (JSONValue) -> JSONValue
  ) throws {
    var writer = SampleWriter()
    // A sample may stand in a file once.
    writer.members = parts.members.filter { !parts.standing.contains($0.key) }
    if let documents {
      for (uuid, contents) in parts.documents {
        let file = "\(documents)/\(uuid).xml"
        try FileSystem.replaceFile(file, contents)
        writer.files[uuid] = file
      }
    }
    for row in 0..<run.count { try write(wrap(writer.json(run[row]))) }
  }

  /// Writes a line of its own.
  func write(_ line: JSONValue) throws {
    line.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.pieceBytes { try flush() }
  }

  func finish() throws { try flush() }

  private func flush() throws {
    guard !bytes.isEmpty else { return }
    defer { bytes.removeAll(keepingCapacity: true) }
    try sink(bytes)
  }
}
