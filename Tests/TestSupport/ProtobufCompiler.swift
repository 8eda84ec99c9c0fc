/// `protoc` at work on files of a test's own: what it makes of them is what ours is compared with.
package final class ProtobufCompiler: Sendable {
  private let folder: TemporaryFolder
  private let names: [String]

  /// Writes each of `files`, by name, to a folder; the names have no folders in them.
  package init(_ files: [String: String]) throws(TestSupportError) {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    self.folder = folder
    names = files.keys.sorted()
  }

  /// The files and their imports as the bytes of a `FileDescriptorSet`, with their comments if wanted.
  package func descriptorSet(hasComments: Bool = false) throws(TestSupportError) -> [UInt8] {
    let comments = hasComments ? " --include_source_info" : ""
    return try run("--include_imports\(comments) --descriptor_set_out=output", on: [])
  }

  /// The message of that full name that `text` writes in protobuf's text format, as bytes.
  package func encode(_ text: String, as message: String) throws(TestSupportError) -> [UInt8] {
    try run("--encode=\(message) >output", on: Array(text.utf8))
  }

  /// The message of that full name that `bytes` are, in protobuf's text format.
  package func decode(
    _ bytes: [UInt8], as message: String
  ) throws(TestSupportError) -> String {
    String(decoding: try run("--decode=\(message) >output", on: bytes), as: UTF8.self)
  }

  private func run(
    _ options: String, on input: [UInt8]
  ) throws(TestSupportError) -> [UInt8] {
    // Its own place, for tests run at the same time.
    let place = try TemporaryFolder()
    try place.write(input, to: "input")
    let files = names.joined(separator: " ")
    let command = "cd '\(place.path)' && protoc -I '\(folder.path)' \(files) \(options) <input"
    let ending = try RunningProgram.run(
      "/bin/sh", ["-c", command], environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
    guard ending.exitCode == 0 else {
      throw TestSupportError("cannot run protoc: \(ending.errors)")
    }
    return try place.read("output")
  }
}
