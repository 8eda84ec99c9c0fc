package import ConformanceWire

// What the owner of the node under test does to it.
extension Node {
  /// Calls the node as its owner, which no saboteur disturbs.
  ///
  /// - Parameters:
  ///   - method: "Operator/AddApp".
  ///   - request: By the names of the fields.
  /// - Returns: The response.
  /// - Throws: ``CallFailure`` for a status other than OK; ``NotHere`` without such a socket.
  @discardableResult
  package func owner(_ method: String, _ request: Value = [:]) throws -> Message {
    try quietOwner().call(method, request)
  }

  /// Begins a call as the node's owner, which no saboteur disturbs.
  package func ownerStream(_ method: String, _ request: Value = [:]) throws -> LocalCall {
    try quietOwner().start(method, request)
  }

  /// A caller for cases about what the node's owner is answered.
  package func judgedOwner() throws -> LocalCaller {
    guard let operatorSocket else { throw NotHere("the node has no socket for its owner") }
    return LocalCaller(operatorSocket, scene)
  }

  private func quietOwner() throws -> LocalCaller {
    if let ownerCaller { return ownerCaller }
    guard let operatorSocket else { throw NotHere("the node has no socket for its owner") }
    let caller = LocalCaller(operatorSocket, scene.quiet())
    ownerCaller = caller
    return caller
  }
}

// Pairing.
extension Node {
  /// A code by which the node can be paired: of a window that stays open until another one is asked for,
  /// or one that the node shows by itself.
  ///
  /// - Parameters:
  ///   - seconds: How long the window stays open, where the node is asked for it; 0 for as long as is
  ///     usual.
  ///   - digits: How many it has, likewise.
  ///   - rows: What becomes of rows of another pair, likewise.
  /// - Returns: Its digits.
  /// - Throws: ``CallFailure`` where no window opens; ``TargetError`` and ``NotHere`` where no code is known.
  package func pairingCode(
    seconds: Int64 = 0, digits: Int64 = 0, rows: String = "ROWS_REFUSE"
  ) throws -> String {
    guard operatorSocket != nil else { return try printedCode() }
    try closeWindow()
    let deadline = Deadline(after: .seconds(10))
    while true {
      let call = try ownerStream(
        "PairingControl/OpenWindow",
        ["seconds": .integer(seconds), "digits": .integer(digits), "rows": .text(rows)])
      do {
        guard let code = try call.next(by: deadline)?["opened"]["code"].string, !code.isEmpty else {
          throw TargetError("cannot pair the node: its window opens without a code")
        }
        window = call
        noteSecret(code)
        return code
      } catch let failure as CallFailure
        where ["window-open", "busy"].contains(failure.end.trailer("dyad-refusal"))
        && !deadline.isOver
      {
        // It has not noticed yet that the call of the last one has ended, or that of a case which had it
        // join the tool.
        try quietOwner().ping()
      }
    }
  }

  /// The node's peers, without those who are none any more and only have to be told.
  package func peers() throws -> [Value] {
    let removed: Int64 = 3
    return try owner("PairingControl/ListPeers")["peers"].items.filter {
      $0["state"].number != removed
    }
  }

  /// What happens next in the window; `nil` once its call has ended.
  package func nextWindowEvent(by deadline: Deadline) throws -> Message? {
    guard let window else { return nil }
    let event = try window.next(by: deadline)
    if event == nil { self.window = nil }
    return event
  }

  /// Closes the window by ending its call.
  package func closeWindow() throws {
    guard let call = window else { return }
    window = nil
    try call.cancel()
  }
}

// Apps and samples.
extension Node {
  /// Makes an app known to the node.
  ///
  /// - Parameters:
  ///   - app: Its bundle identifier.
  ///   - readReason: Why it wants to read; without one it cannot ask to.
  ///   - shareReason: Why it wants to share, likewise.
  /// - Returns: Its token.
  /// - Throws: As ``owner(_:_:)``.
  package func makeApp(
    _ app: String, readReason: String = "To show it.", shareReason: String = "To keep it."
  ) throws -> String {
    let token = try owner(
      "Operator/AddApp",
      [
        "bundle_identifier": .text(app), "read_reason": .text(readReason),
        "share_reason": .text(shareReason),
      ])["token"].string
    noteSecret(token)
    return token
  }

  /// Calls the node as an app does.
  ///
  /// - Parameters:
  ///   - token: What the app shows; nothing for one that shows none.
  ///   - version: What it says of its version.
  /// - Returns: What calls are made with.
  /// - Throws: ``NotHere`` without such a socket.
  package func app(token: String?, version: String? = nil) throws -> LocalCaller {
    guard let appSocket else { throw NotHere("the node has no socket for apps") }
    return LocalCaller(appSocket, token: token, version: version, scene)
  }

  /// What an app asked for and nobody has decided.
  package func requests(of app: String) throws -> [Value] {
    try owner("Operator/ListRequests")["requests"].items.filter {
      $0["bundle_identifier"].string == app
    }
  }

  /// Decides all that an app asked for.
  ///
  /// - Returns: How many requests there were.
  @discardableResult
  package func decide(_ app: String, approving: Bool) throws -> Int {
    let requests = try requests(of: app)
    for request in requests {
      try owner("Operator/Decide", ["id": request["id"], "others": .flag(approving)])
    }
    return requests.count
  }

  /// Lets an app ask for types, and lets it have them.
  ///
  /// - Parameters:
  ///   - app: Its bundle identifier.
  ///   - token: What it shows.
  ///   - share: Types that it may save.
  ///   - read: Types that it may see.
  /// - Throws: As ``owner(_:_:)``.
  package func grant(
    _ app: String, token: String, share: [String] = [], read: [String] = []
  ) throws {
    guard let appSocket else { throw NotHere("the node has no socket for apps") }
    // What a case only prepares is nothing for its saboteur.
    let caller = LocalCaller(appSocket, token: token, scene.quiet())
    _ = try caller.call(
      "Store/RequestAuthorization",
      ["share": Value(share), "read": Value(read), "no_wait": true])
    try decide(app, approving: true)
  }

  /// Takes back what an app was allowed, of some types or of all.
  package func revoke(_ app: String, types: [String] = []) throws {
    try owner(
      "Operator/ResetApp",
      ["bundle_identifier": .text(app), "revoke": true, "types": Value(types)])
  }

  /// Saves samples as the owner does; which dots they get is the node's to say.
  ///
  /// - Parameter samples: Of any types, of each type those that Run takes.
  /// - Throws: As ``owner(_:_:)``.
  package func save(_ samples: [Sample]) throws {
    let types = Dictionary(grouping: samples, by: \.type).sorted { $0.key < $1.key }
    try save(
      types.map { _, samples in
        var run = Run.value(samples)
        run["dots"] = .absent
        return run
      })
  }

  /// Saves runs of samples as the owner does.
  ///
  /// - Parameter runs: A `SampleRun` each.
  /// - Throws: As ``owner(_:_:)``.
  package func save(_ runs: [Value]) throws {
    try owner("Store/Save", ["runs": .list(runs)])
  }
}
