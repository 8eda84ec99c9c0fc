package import ConformanceWire

extension SessionRules {
  package mutating func take(hello: Value) {
    views.append(hello["view"].word)
    openHellos += 1
    helloLimits = hello["limits"]
    let (lowest, highest) = (hello["lowest_version"].number, hello["highest_version"].number)
    versions = lowest <= highest ? lowest...highest : lowest...lowest
    phone.logStarts.insert(Self.place(hello["cursor"]))
  }

  package mutating func take(welcome: Value) -> [Breach] {
    var found: [Breach] = []
    if openHellos == 0 {
      found.append(
        Breach(clause: "SYNC-HELLO-AGAIN", observed: "a welcome where no hello waits for one"))
    }
    openHellos = max(0, openHellos - 1)
    if !versions.contains(welcome["version"].number) {
      found.append(
        Breach(
          clause: "SYNC-VERSION-RANGE",
          observed: "version \(welcome["version"].number), and \(versions) was offered"))
    }
    if !views.contains(welcome["view"].word) {
      found.append(
        Breach(clause: "SYNC-WELCOME-VIEW", observed: "a welcome for a view that no hello has"))
    }
    isWelcomed = true
    welcomeLimits = welcome["limits"]
    watch.logStarts.insert(Self.place(welcome["cursor"]))
    return found
  }

  mutating func takeVector() -> [Breach] {
    guard openVectors > 0 else {
      return [Breach(clause: "SYNC-VECTOR-UNASKED", observed: "a vector that nobody asked for")]
    }
    openVectors -= 1
    return []
  }

  /// A place in a log, alike for all ways to tell the same.
  package static func place(_ value: Value) -> Value {
    value["position"].number == 0
      ? ["position": 0]
      : [
        "position": .integer(value["position"].number),
        "incarnation": .unsigned(value["incarnation"].word),
      ]
  }

  /// The smaller of what both sides said of a limit.
  package func limit(_ name: String) -> UInt64 {
    min(
      helloLimits[name].isPresent ? helloLimits[name].word : .max,
      welcomeLimits[name].isPresent ? welcomeLimits[name].word : .max)
  }
}
