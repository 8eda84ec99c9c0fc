private import Synchronization
package import TLSCore

/// The TLS of a listener, which can be replaced while it listens.
package final class TLSSource: Sendable {
  private let current: Mutex<TLSConfiguration>

  /// Begins with a configuration of a server.
  package init(_ configuration: TLSConfiguration) {
    current = Mutex(configuration)
  }

  /// What a connection that begins now gets.
  package var configuration: TLSConfiguration { current.withLock { $0 } }

  /// Gives connections that are accepted from now on another configuration; those that are there
  /// keep theirs.
  package func replace(with configuration: TLSConfiguration) {
    current.withLock { $0 = configuration }
  }
}
