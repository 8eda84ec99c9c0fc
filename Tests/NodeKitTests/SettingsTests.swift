internal import DyadServices
internal import LocalStore
internal import NodeKit
internal import NodeLog
internal import RPCCore
internal import RPCHTTP2
internal import TestSupport
internal import Testing

@Suite struct SettingsTests {
  private let usual = Settings(in: NodePlaces(folder: "/state"))

  private func read(_ text: String) throws(ConfigurationError) -> Settings {
    var settings = usual
    try settings.read(Array(text.utf8), file: "dyadd.toml")
    return settings
  }

  @Test func `a configuration says what holds`() throws {
    let settings = try read(
      """
      listen = ["127.0.0.1:1", "[::1]:2", "localhost:3"]
      socket = ""
      [log]
      level = "debug"
      format = "json"
      [limits]
      connections = 7
      message = "1MiB"
      [timeouts]
      drain = "5s"
      """)
    #expect(settings.listen.map { "\($0)" } == ["127.0.0.1:1", "[::1]:2", "localhost:3"])
    #expect(settings.socket == "")
    #expect(settings.logLevel == .debug)
    #expect(settings.logFormat == .json)
    #expect(settings.limits.connections == 7)
    #expect(settings.limits.call.messageBytes == 1 << 20)
    #expect(settings.timeouts.drain == .seconds(5))
    #expect(
      Set(settings.differences(from: usual).map(\.key)) == [
        "listen", "socket", "log.level", "log.format", "limits.connections", "limits.message",
        "timeouts.drain",
      ])
  }

  @Test func `what is printed is read back as the same`() throws {
    #expect(try read(usual.documentedText) == usual)
    let changed = try read(
      """
      listen = []
      socket = "/a\\"b"
      threads = 3
      [limits]
      message = 5000
      [timeouts]
      idle = "90s"
      [metrics]
      file = "/m"
      """)
    #expect(changed.differences(from: usual).count == 6)
    #expect(try read(changed.documentedText) == changed)
  }

  @Test func `every setting is printed with what it means`() {
    let text = usual.documentedText
    for setting in Setting.all {
      #expect(text.contains("\n\(setting.name) = \(setting.read(usual).text)\n"))
    }
    #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: [
    ("limits.conections = 1", "there is no setting limits", nil as String?),
    (
      "[limits]\nconections = 1", "there is no setting limits.conections",
      "Did you mean connections in section [limits]?"
    ),
    ("drain = \"1s\"", "there is no setting drain", "Did you mean drain in section [timeouts]?"),
    (
      "[log]\nlisten = []", "there is no setting log.listen",
      "Did you mean listen, before any section?"
    ),
    (
      "[quite]\nother = 1", "there is no setting quite.other",
      "'dyadd --print-config' shows all settings."
    ),
  ])
  func `an unknown key is an error with a suggestion`(
    text: String, detail: String, advice: String?
  ) {
    let error = #expect(throws: ConfigurationError.self) { try read(text) }
    if let advice {
      #expect(error?.detail == detail)
      #expect(error?.advice == advice)
    }
  }

  @Test(arguments: [
    ("threads = \"2\"", 1, #"threads expects a whole number from 1 to 64, and got "2""#),
    ("threads = 0", 1, "threads expects a whole number from 1 to 64, and got 0"),
    ("threads = 65", 1, "threads expects a whole number from 1 to 64, and got 65"),
    (
      "listen = \"127.0.0.1:1\"", 1,
      #"listen expects a list of up to 16 texts "HOST:PORT", and got "127.0.0.1:1""#
    ),
    (
      "listen = [\"127.0.0.1\"]", 1,
      #"listen expects a list of up to 16 texts "HOST:PORT", and got a list"#
    ),
    (
      "listen = [\"unix:/x\"]", 1,
      #"listen expects a list of up to 16 texts "HOST:PORT", and got a list"#
    ),
    ("listen = [1]", 1, #"listen expects a list of up to 16 texts "HOST:PORT", and got a list"#),
    (
      "socket = \"app.sock\"", 1,
      #"socket expects a path from the root on, or "", and got "app.sock""#
    ),
    (
      "[log]\n\nlevel = \"loud\"", 3,
      #"log.level expects "error", "warning", "info" or "debug", and got "loud""#
    ),
    ("[log]\nformat = true", 2, #"log.format expects "text" or "json", and got true"#),
    (
      "[limits]\nmessage = \"1KB\"", 2,
      #"limits.message expects a size from 1KiB to 64MiB, and got "1KB""#
    ),
    (
      "[limits]\nmessage = 1023", 2,
      "limits.message expects a size from 1KiB to 64MiB, and got 1023"
    ),
    (
      "[timeouts]\nidle = 30", 2,
      #"timeouts.idle expects a duration from "1s" to "7d", and got 30"#
    ),
    (
      "[timeouts]\nidle = \"999ms\"", 2,
      #"timeouts.idle expects a duration from "1s" to "7d", and got "999ms""#
    ),
  ])
  func `a value that does not fit names line, key and what is expected`(
    text: String, line: Int, detail: String
  ) {
    let error = #expect(throws: ConfigurationError.self) { try read(text) }
    #expect(error?.line == line)
    #expect(error?.detail == detail)
  }

  @Test func `the guide lists every setting with what it is where nothing is told`() throws {
    let root = "\(#filePath)".split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    let guide = try RunningProgram.run(
      "/bin/cat", ["\(root)/Sources/Guide.docc/OperatingANode.md"]
    ).output
    let settings = usual
    let places = ["socket", "operator-socket"]
    for setting in Setting.all {
      let value = places.contains(setting.key) ? "see below" : "`\(setting.read(settings).text)`"
      let row = "| `\(setting.key)` | \(value) | \(setting.meaning.dropLast()) |"
      #expect(guide.contains("\n\(row)\n"), "the guide has no row: \(row)")
    }
  }
}
