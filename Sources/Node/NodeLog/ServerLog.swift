package import RPCHTTP2

/// Tells the log, and counts, what happens to the connections of a server.
package struct ServerLog: ServerObserver {
  private let log: Log
  private let counts: ConnectionCounts

  /// Tells `log` and counts in `counts`.
  package init(_ log: Log, _ counts: ConnectionCounts) {
    self.log = log
    self.counts = counts
  }

  package func refused(_ reason: ServerRefusal) {
    counts.countRefused()
    switch reason {
    case .tooManyConnections:
      log.writeOften(
        .warning, "connection.refused", .text("reason", "there are as many as are allowed"))
    case .madeRoom:
      log.writeOften(
        .warning, "connection.refused",
        .text(
          "reason", "one more came, and this one's caller had not shown who it is or had others"))
    case .cannotServe(let why):
      log.writeOften(.warning, "connection.refused", .text("reason", why))
    }
  }

  package func ended(_ reason: String) {
    counts.countBroken()
    log.writeOften(.info, "connection.broken", .text("reason", reason))
  }

  package func opened() {
    counts.countOpened()
  }

  package func closed() {
    counts.countClosed()
  }
}
