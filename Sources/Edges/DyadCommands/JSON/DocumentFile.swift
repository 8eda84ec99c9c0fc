internal import DyadServices
internal import SystemCore

/// The file that holds a document's bytes.
enum DocumentFile {
  /// What one line may put into memory; a daemon takes no longer ones.
  static let mostBytes = StoreBounds.documentBytes

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
