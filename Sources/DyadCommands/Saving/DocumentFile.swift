internal import SystemCore

/// The file that holds a document's bytes.
enum DocumentFile {
  /// Longer than any clinical document should be, and what one line may put into memory.
  static let mostBytes = 64 * 1_024 * 1_024

  /// Reads all of it for the field at `path`.
  static func read(_ file: String, at path: String) throws(FieldError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readFile(file, atMost: mostBytes)
    } catch {
      throw FieldError(
        path, "the file cannot be read: \(error.detail)",
        advice: "Name a file by its path from the present folder.")
    }
    guard !bytes.isEmpty else { throw FieldError(path, "the file is empty") }
    return bytes
  }
}
