internal import ConformanceKit
internal import ConformanceWire

/// Counts the connections that begin, by the first SETTINGS of each.
final class ConnectionCount {
  private(set) var count = 0
  private(set) var acknowledgements = 0

  /// Counts a frame of the node; whether it begins a connection.
  @discardableResult
  func note(_ frame: Frame) -> Bool {
    guard frame.type == Frame.Kind.settings else { return false }
    if frame.has(Frame.Flag.acknowledgement) {
      acknowledgements += 1
      return false
    }
    acknowledgements = 0
    count += 1
    return true
  }
}

extension Saboteur {
  /// Changes frames on connections from one on; the first is that by which the two became a pair.
  ///
  /// - Parameters:
  ///   - path: The case that has to catch it.
  ///   - name: What it does.
  ///   - role: Of the node that it plays, where it plays only one.
  ///   - connection: From which on, counted from 1.
  ///   - change: Is told the frame, whether it is the first of its connection, and how many
  ///     acknowledgements of SETTINGS came there.
  /// - Returns: The saboteur.
  static func frames(
    _ path: String, _ name: String, of role: Role? = nil, from connection: Int = 2,
    _ change: @escaping @Sendable (Frame, _ isFirst: Bool, _ acknowledgements: Int) -> [Frame]
  ) -> Saboteur {
    Saboteur(path, name, of: role) {
      let connections = ConnectionCount()
      $0.frame = { frame in
        let isFirst = connections.note(frame)
        guard connections.count >= connection else { return [frame] }
        return change(frame, isFirst, connections.acknowledgements)
      }
    }
  }

  /// Keeps frames of a kind to itself, on streams alone or everywhere.
  static func silent(
    _ path: String, _ name: String, _ kind: UInt8, onStreamsAlone: Bool = false
  ) -> Saboteur {
    frames(path, name) { frame, _, _ in
      frame.type == kind && (frame.stream != 0 || !onStreamsAlone) ? [] : [frame]
    }
  }
}
