package import NodeLog
package import RPCCore

/// What a daemon has done, in the text that Prometheus reads.
package struct PrometheusText: Sendable {
  /// One method with its counts.
  package typealias Method = (path: MethodPath, counts: MethodMetrics.Snapshot)

  /// The version of the program.
  package var version: String
  /// What became of connections.
  package var connections: ConnectionCounts.Snapshot
  /// The methods there are.
  package var methods: [Method]
  /// How the node and its sync are, where there is one.
  package var figures: NodeFigures?

  /// Takes the counts of one moment.
  ///
  /// - Parameters:
  ///   - version: the version of the program.
  ///   - connections: what became of connections.
  ///   - methods: the methods there are.
  ///   - unknown: calls of methods that are not there, whose names are the callers' and not told.
  ///   - figures: how the node and its sync are, where there is one.
  package init(
    version: String, connections: ConnectionCounts.Snapshot, methods: [Method],
    unknown: MethodMetrics.Snapshot, figures: NodeFigures? = nil
  ) {
    self.version = version
    self.connections = connections
    self.figures = figures
    self.methods = methods + [(MethodPath(service: "unknown", method: "unknown"), unknown)]
  }

  /// The text.
  package var text: String {
    var text = ""
    write("dyad_build_info", .gauge, "Which program this is.", to: &text) { line in
      line([("version", version)], "1")
    }
    writeConnections(to: &text)
    writeCalls(to: &text)
    writeTraffic(to: &text)
    writeDurations(to: &text)
    if let figures {
      writeStore(figures, to: &text)
      writePeers(figures.peers, to: &text)
      writeMirrors(figures, to: &text)
    }
    return text
  }
}

extension PrometheusText {
  private enum Kind: String {
    case counter
    case gauge
    case histogram
  }

  private typealias Label = (name: String, value: String)
  private typealias Line = (_ labels: [Label], _ value: String) -> Void

  private func writeConnections(to text: inout String) {
    let open = connections.opened - connections.closed
    let series: [(String, Kind, String, Int)] = [
      ("opened_total", .counter, "Connections that were taken.", connections.opened),
      ("open", .gauge, "Connections there are.", open),
      ("refused_total", .counter, "Connections that were not taken.", connections.refused),
      (
        "broken_total", .counter, "Connections that ended otherwise than in order.",
        connections.broken
      ),
    ]
    for (name, kind, help, count) in series {
      write("dyad_connections_\(name)", kind, help, to: &text) { $0([], "\(count)") }
    }
  }

  private func writeCalls(to text: inout String) {
    write("dyad_rpc_calls_started_total", .counter, "Calls that began.", to: &text) { line in
      for (path, counts) in methods { line(Self.labels(path), "\(counts.started)") }
    }
    write("dyad_rpc_calls_ended_total", .counter, "Calls that ended, by status.", to: &text) {
      line in
      for (path, counts) in methods {
        for (code, count) in counts.statuses.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          line(Self.labels(path) + [("code", code.name)], "\(count)")
        }
      }
    }
    write("dyad_rpc_calls_open", .gauge, "Calls in progress.", to: &text) { line in
      for (path, counts) in methods { line(Self.labels(path), "\(counts.open)") }
    }
  }

  private func writeTraffic(to text: inout String) {
    let series: [(String, String, (CallTraffic) -> Int)] = [
      ("messages_received", "Messages from callers, of calls that ended.", { $0.messagesReceived }),
      ("messages_sent", "Messages to callers, of calls that ended.", { $0.messagesSent }),
      ("received_bytes", "Bytes of messages from callers.", { $0.bytesReceived }),
      ("sent_bytes", "Bytes of messages to callers.", { $0.bytesSent }),
    ]
    for (name, help, count) in series {
      write("dyad_rpc_\(name)_total", .counter, help, to: &text) { line in
        for (path, counts) in methods { line(Self.labels(path), "\(count(counts.traffic))") }
      }
    }
  }

  private func writeDurations(to text: inout String) {
    let name = "dyad_rpc_call_duration_seconds"
    Self.writeHead(name, .histogram, "How long calls took.", to: &text)
    for (path, counts) in methods {
      let labels = Self.labels(path)
      var sum = 0
      for (bucket, count) in counts.latency.counts.enumerated() {
        sum += count
        let bound = LatencyHistogram.Snapshot.bound(of: bucket).map { "\(Self.seconds($0))" }
        Self.writeLine("\(name)_bucket", labels + [("le", bound ?? "+Inf")], "\(sum)", to: &text)
      }
      Self.writeLine("\(name)_sum", labels, "\(Self.seconds(counts.latency.total))", to: &text)
      Self.writeLine("\(name)_count", labels, "\(sum)", to: &text)
    }
  }

  private func writeStore(_ figures: NodeFigures, to text: inout String) {
    let series: [(String, String, Int)] = [
      ("samples", "Samples in the store.", figures.samples),
      ("damaged_segments", "Segments that cannot be read.", figures.damagedSegments),
      (
        "disk_full", "Whether the disk has no room for what is saved: 1 or 0.",
        figures.isDiskFull ? 1 : 0
      ),
      ("open_requests", "Requests of apps that wait for a decision.", figures.openRequests),
    ]
    for (name, help, count) in series {
      write("dyad_\(name)", .gauge, help, to: &text) { $0([], "\(count)") }
    }
  }

  private func writePeers(_ peers: [NodeFigures.Peer], to text: inout String) {
    let series: [(String, Kind, String, (NodeFigures.Peer) -> String?)] = [
      ("connected", .gauge, "Whether it is connected.", { $0.isConnected ? "1" : "0" }),
      (
        "heard_age_seconds", .gauge, "How long ago it was heard.",
        { $0.sinceHeard.map { "\($0)" } }
      ),
      (
        "equal_age_seconds", .gauge, "How long ago both were seen to hold the same.",
        { $0.sinceEqual.map { "\($0)" } }
      ),
      ("lag_samples", .gauge, "Samples that it does not have yet.", { "\($0.lag)" }),
      ("sent_bytes_total", .counter, "Bytes of messages to it.", { "\($0.bytesSent)" }),
      ("received_bytes_total", .counter, "Bytes of messages from it.", { "\($0.bytesReceived)" }),
    ]
    for (name, kind, help, value) in series {
      write("dyad_peer_\(name)", kind, help, to: &text) { line in
        for peer in peers {
          if let value = value(peer) { line([("peer", peer.id)], value) }
        }
      }
    }
  }

  private func writeMirrors(_ figures: NodeFigures, to text: inout String) {
    let lag = "Changes of the store that a database has not acknowledged."
    write("dyad_mirror_lag_changes", .gauge, lag, to: &text) { line in
      for mirror in figures.mirrors { line([("mirror", mirror.name)], "\(mirror.lag)") }
    }
    let age = "How long ago it acknowledged something."
    write("dyad_mirror_heard_age_seconds", .gauge, age, to: &text) { line in
      for mirror in figures.mirrors { line([("mirror", mirror.name)], "\(mirror.sinceHeard)") }
    }
  }

  private func write(
    _ name: String, _ kind: Kind, _ help: String, to text: inout String, _ body: (Line) -> Void
  ) {
    Self.writeHead(name, kind, help, to: &text)
    body { labels, value in Self.writeLine(name, labels, value, to: &text) }
  }

  private static func writeHead(
    _ name: String, _ kind: Kind, _ help: String, to text: inout String
  ) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  private static func writeLine(
    _ name: String, _ labels: [Label], _ value: String, to text: inout String
  ) {
    let list = labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",")
    text += list.isEmpty ? "\(name) \(value)\n" : "\(name){\(list)} \(value)\n"
  }

  private static func labels(_ path: MethodPath) -> [Label] {
    [("service", path.service), ("method", path.method)]
  }

  /// A value of a label: a backslash, a quote and the end of a line stand behind a backslash.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
