private import CommandLineCore
private import Glibc

/// What a shell said when it was given a script.
struct ShellRun {
  let output: String
  let status: Int32

  /// Gives `script` to the program found under `name`, or returns `nil` where there is none.
  init?(_ name: String, script: String) {
    guard Self.run("command -v \(name) > /dev/null").status == 0 else { return nil }
    let marker = "END_OF_THE_SCRIPT"
    let run = Self.run("\(name) <<'\(marker)' 2>&1\n\(script)\n\(marker)\n")
    output = run.output
    status = run.status
  }

  private static func run(_ line: String) -> (output: String, status: Int32) {
    guard let stream = unsafe popen(line, "r") else { return ("cannot start a shell", -1) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe fread(&piece, 1, piece.count, stream)
      guard count > 0 else { break }
      bytes.append(contentsOf: piece[..<count])
    }
    return (String(decoding: bytes, as: UTF8.self), unsafe pclose(stream))
  }
}
