/// Over what the samples of all subjects are spread, where the tables of a mirror are made; it holds from then on.
package struct MirrorSpread: Hashable, Sendable {
  /// Among how many parts.
  package var parts: Int
  /// Foreign servers that the database knows, which take the parts in turn; with none all are in the database itself.
  package var servers: [String]

  /// One part, where nothing else is said.
  package init(parts: Int = 1, servers: [String] = []) {
    self.parts = max(parts, servers.count)
    self.servers = servers
  }
}
