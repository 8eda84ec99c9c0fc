internal import Pairing
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore

extension Setting {
  /// More addresses than a machine of ours has.
  private static let mostAddresses = 16

  /// Every setting there is, section by section; the guide lists the same.
  package static let all: [Setting] = [
    word(
      "role", \.role, changesLive: false,
      "What the device is in a pair, where \"\" means what it was before, and a phone at first."),
    name,
    listen,
    path(
      "socket", \.socket, "Where apps of this machine reach the node: the path of a Unix socket."),
    path(
      "operator-socket", \.operatorSocket,
      "Where the owner's commands reach the node: the path of a Unix socket."),
    word(
      "activity", \.activity, changesLive: false,
      "Whether a watch works out minutes of exercise and hours stood from the samples that it has."),
    integer(
      "threads", \.threads, in: 1...64, "How many threads answer calls."),

    word("log.level", \.logLevel, changesLive: true, "What is worth a line in the log."),
    word("log.format", \.logFormat, changesLive: true, "How a line of the log is written."),

    integer(
      "limits.connections", \.limits.connections, in: 1...100_000,
      "How many connections there may be; the oldest without a known caller makes room for one more."
    ),
    integer(
      "limits.calls", \.limits.runningCalls, in: 1...10_000,
      "How many calls of one connection may be answered at a time."),
    size(
      "limits.message", \.limits.call.messageBytes, in: 1_024...64 << 20,
      "The longest message that is taken."),

    duration(
      "timeouts.handshake", \.timeouts.handshake, in: .milliseconds(100)...(.seconds(600)),
      "How long a connection may take to be established."),
    duration(
      "timeouts.introduction", \.timeouts.introduction,
      in: .milliseconds(100)...(.seconds(3_600)),
      "How long a connection may be without a call while its caller has not shown who it is."),
    duration(
      "timeouts.idle", \.timeouts.idle, in: .seconds(1)...(.seconds(7 * 86_400)),
      "How long a connection may be without a call before it is ended."),
    duration(
      "timeouts.keepalive", \.timeouts.keepalive, in: .seconds(1)...(.seconds(7 * 86_400)),
      "How long a peer may be silent before it is asked whether it is there."),
    duration(
      "timeouts.keepalive-answer", \.timeouts.keepaliveAnswer,
      in: .milliseconds(100)...(.seconds(600)), "How long it may take to answer that."),
    duration(
      "timeouts.stall", \.timeouts.stall, in: .milliseconds(100)...(.seconds(3_600)),
      "How long a peer may take none of the bytes that wait for it."),
    duration(
      "timeouts.delivery", \.timeouts.delivery, in: .milliseconds(100)...(.seconds(3_600)),
      "How long another machine may take to say that it has what was sent."),
    duration(
      "timeouts.drain", \.timeouts.drain, in: .zero...(.seconds(3_600)), changesLive: true,
      "How long calls in progress may go on when the daemon stops; then they are cut."),

    path(
      "metrics.file", \.metricsFile,
      "Where metrics are written for Prometheus, which reads them with its textfile collector."),
    duration(
      "metrics.every", \.metricsEvery, in: .milliseconds(100)...(.seconds(86_400)),
      "How often metrics are written."),
  ]

  /// The setting of that key, which must be there.
  static func named(_ key: String) -> Setting {
    guard let setting = all.first(where: { $0.key == key }) else {
      preconditionFailure("there is no setting \(key)")
    }
    return setting
  }

  private static let name = Setting(
    key: "name",
    meaning: "What others show this one as; \"\" stands for its last one, or the machine's name.",
    expected: "a text of up to 64 characters", changesLive: false
  ) { settings, value in
    guard case .string(let text) = value, text.isEmpty || DeviceDescription.isName(text) else {
      return false
    }
    settings.name = text
    return true
  } read: { settings in
    .string(settings.name)
  }

  private static let listen = Setting(
    key: "listen",
    meaning: "Where other nodes reach this one, with TLS; port 0 takes one that is free.",
    expected: "a list of up to \(mostAddresses) texts \"HOST:PORT\"", changesLive: false
  ) { settings, value in
    guard case .array(let values) = value, values.count <= mostAddresses else { return false }
    var endpoints: [Endpoint] = []
    for case .string(let text) in values {
      guard let endpoint = Endpoint(text), !text.hasPrefix("unix:") else { return false }
      endpoints.append(endpoint)
    }
    guard endpoints.count == values.count else { return false }
    settings.listen = endpoints
    return true
  } read: { settings in
    .array(settings.listen.map { .string("\($0)") })
  }
}
