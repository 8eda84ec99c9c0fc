private import CommandLineCore
private import ServiceDiscovery

/// A process that announces or looks for services at the bus that its environment names.
@main
enum DiscoveryPeer {
  /// The words that a test does not give.
  private struct Usage: Error {}

  /// A search that finds nothing for as long has failed.
  private static let mostSearches = 100
  private static let search = Duration.milliseconds(300)

  static func main() async {
    CurrentProcess.takeStandardStreams()
    do {
      var words = CommandLine.arguments.dropFirst()
      switch words.popFirst() {
      case "announce": try await announce(Array(words))
      case "cancel": try await cancel(Array(words))
      case "find": try await find(Array(words))
      case "count": try await count(Array(words))
      case "browse": try await browse(Array(words))
      default: throw Usage()
      }
    } catch let error as DiscoveryError {
      say("\(error.code) \(error)")
    } catch {
      say("\(type(of: error))")
    }
  }

  /// NAME PORT [ENTRY]...: announces until the input ends.
  private static func announce(_ words: [String]) async throws {
    let (name, port, text) = try service(words)
    try await LocalNetwork.withAnnouncement(name: name, port: port, text: text) {
      say("announced")
      while try !Descriptor.standardInput.nextChunk().isEmpty {}
    }
    say("withdrawn")
  }

  /// NAME PORT [ENTRY]...: is cancelled in the middle of announcing, or before that.
  private static func cancel(_ words: [String]) async throws {
    let (name, port, text) = try service(words)
    let (announcements, continuation) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await LocalNetwork.withAnnouncement(name: name, port: port, text: text) {
          say("announced")
          continuation.yield()
          try await Task.sleep(for: .seconds(3_600))
        }
      }
      if !text.contains("early") {
        for await _ in announcements { break }
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// TYPE NAME [no]: looks until somebody called NAME is there, or is not, and prints what there is.
  private static func find(_ words: [String]) async throws {
    guard (2...3).contains(words.count) else { throw Usage() }
    let isWanted = words.count == 2
    for _ in 0..<mostSearches {
      let services = try await LocalNetwork.browse(type: words[0], for: search)
      // It is announced by both protocols, and one may come a moment after the other.
      let count = services.count { $0.name == words[1] }
      guard isWanted ? count >= 2 : count == 0 else { continue }
      for service in services { say(line(service)) }
      return
    }
    say("nothing")
  }

  /// TYPE COUNT: looks until there are as many at least.
  private static func count(_ words: [String]) async throws {
    guard words.count == 2, let wanted = Int(words[1]) else { throw Usage() }
    for _ in 0..<mostSearches {
      let services = try await LocalNetwork.browse(type: words[0], for: search)
      guard services.count >= wanted else { continue }
      say("\(services.count) found")
      return
    }
    say("nothing")
  }

  /// TYPE MILLISECONDS: looks once.
  private static func browse(_ words: [String]) async throws {
    guard words.count == 2, let milliseconds = Int(words[1]) else { throw Usage() }
    let services = try await LocalNetwork.browse(type: words[0], for: .milliseconds(milliseconds))
    for service in services { say(line(service)) }
    say("\(services.count) found")
  }

  private static func service(
    _ words: [String]
  ) throws -> (name: String, port: UInt16, text: [String]) {
    guard words.count >= 2, let port = UInt16(words[1]) else { throw Usage() }
    return (words[0], port, Array(words[2...]))
  }

  private static func line(_ service: FoundService) -> String {
    ([service.name, service.address] + service.text).joined(separator: "|")
  }

  private static func say(_ line: String) {
    // A test that has gone needs no answer.
    try? Descriptor.standardOutput.write(Array("\(line)\n".utf8))
  }
}
