internal import SystemCore

// Who may have how many connections.
extension ServerWorker {
  /// Makes room for one more connection, whose caller is a stranger at first.
  ///
  /// The oldest stranger without a call goes first: an honest caller begins a call at once, which shows who it is.
  ///
  /// - Returns: whether there is room.
  func makeRoom(from origin: ConnectionOrigin?) -> Bool {
    if let origin, shares.strangers(from: origin) >= limits.strangersPerAddress {
      endOldestStranger { $0.origin == origin }
    }
    if shares.strangers >= limits.strangers || connections.count >= limits.connections {
      endOldestStranger { _ in true }
    }
    return connections.count < limits.connections
  }

  /// Ends the connection of the stranger that has been here longest, of those without a call if there are any.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func endOldestStranger(where isMeant: (ServerConnection) -> Bool) -> Bool {
    guard
      let oldest = Self.oldest(
        connections.values.filter { $0.standing == .stranger && isMeant($0) })
    else { return false }
    observer.refused(.madeRoom)
    end(oldest, nil)
    return true
  }

  /// A connection's caller has shown who it is; if it has more than its share, its oldest one makes room.
  func note(_ standing: CallerStanding, of connection: ServerConnection) {
    guard connection.standing != standing else { return }
    shares.remove(connection.standing, from: connection.origin)
    connection.standing = standing
    shares.add(standing, from: connection.origin)
    guard case .named(let caller) = standing,
      shares.connections(of: caller) > limits.perCaller
    else { return }
    let others = connections.values.filter { $0.standing == standing && $0 !== connection }
    guard let oldest = Self.oldest(others) else { return }
    observer.refused(.madeRoom)
    end(oldest, nil)
  }

  /// The one of some that has been here longest, of those without a call if there are any.
  private static func oldest(_ connections: [ServerConnection]) -> ServerConnection? {
    connections.filter(\.isIdle).min { $0.number < $1.number }
      ?? connections.min { $0.number < $1.number }
  }
}
