internal import CommandLineCore

/// A source whose pieces are cut as a test wants them.
struct ScriptedSource: ByteSource {
  private var chunks: [[UInt8]]

  init(_ bytes: [UInt8], chunkByteCount: Int) {
    chunks = stride(from: 0, to: bytes.count, by: chunkByteCount).map { start in
      Array(bytes[start..<min(start + chunkByteCount, bytes.count)])
    }
  }

  mutating func nextChunk() throws(CommandLineError) -> [UInt8] {
    chunks.isEmpty ? [] : chunks.removeFirst()
  }
}

/// A sink that keeps what it was given, each write apart, and fails where a test wants it to.
final class RecordingSink: ByteSink {
  private(set) var writes: [[UInt8]] = []
  private let failingWrite: Int?
  private var attempts = 0

  init(failingWrite: Int? = nil) {
    self.failingWrite = failingWrite
  }

  var text: String { String(decoding: writes.joined(), as: UTF8.self) }

  func write(_ bytes: [UInt8]) throws(CommandLineError) {
    defer { attempts += 1 }
    guard attempts != failingWrite else {
      throw CommandLineError(.outputClosed, operation: "write", detail: "gone")
    }
    writes.append(bytes)
  }
}
