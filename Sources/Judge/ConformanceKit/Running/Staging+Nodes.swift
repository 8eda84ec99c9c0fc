package import ConformanceWire

extension Staging {
  /// Stages with the node that somebody wants tested.
  ///
  /// - Parameters:
  ///   - choice: Which node.
  ///   - role: What it is.
  ///   - target: The node in words, for reports.
  ///   - place: Where the node may call the tool, where it runs already.
  ///   - patience: How long an answer may take.
  ///   - interference: What stands between the tool and the node, made anew for each case.
  /// - Returns: What a runner needs to know of it.
  package static func nodes(
    _ choice: TargetChoice, role: Role, target: String, listening place: ListeningPlace = .loopback,
    patience: Duration = .seconds(5),
    interference: @escaping @Sendable () -> Interference = { Interference() }
  ) -> Staging {
    let pair: StandingPair?
    switch choice {
    case .running(_, let code, _, _): pair = StandingPair(code: code, place)
    case .program: pair = nil
    }
    return Staging(
      role: role, offers: Set(Need.allCases.filter(choice.mayOffer)), target: target,
      reach: {
        try probe(choice, role, target)
        try pair?.begin(choice, role, target)
      },
      raise: { item, stop in
        let scene = Scene(interference: interference(), patience: patience)
        scene.stop = stop
        return Stage(
          target: role, choice, scene, pair, pairsItself: pairsItself(item, with: role))
      },
      judge: { Verdict(judging: $0, $1?.scene.transcript) }, evidence: { $0.evidence },
      secrets: { $0.secrets }, lower: { $0.finish() },
      leave: { pair?.leave(choice, role) }, isShared: pair != nil)
  }

  /// Whether a case makes a pair of its own also where there is one: it needs windows, or it is about what
  /// a phone's owner decides for a watch, of which the phone remembers all.
  private static func pairsItself(_ item: Case, with role: Role) -> Bool {
    item.needs.contains(.window)
      || role == .phone && item.needs.contains(.owner) && item.section != "app"
  }

  /// Reaches the node once: a program is started and ended again.
  private static func probe(_ choice: TargetChoice, _ role: Role, _ target: String) throws {
    let scene = Scene()
    do {
      let node = try Node(choice, role: role, scene: scene)
      defer { node.stop() }
      try PlainLink(to: node.address, scene: scene, by: scene.deadline).close()
    } catch let error as TargetError {
      throw RunFailure(.unreachable, "\(error)")
    } catch let error as WireError {
      throw RunFailure(
        .unreachable, "cannot reach \(target): \(error); is the node running?")
    }
  }
}

extension Stage {
  /// What passed, and the last that the node said of itself.
  package var evidence: [Evidence] {
    let said = (startedNode?.output ?? []).suffix(20).map {
      Evidence(isFromNode: true, layer: "log", summary: $0)
    }
    return Evidence.of(scene.transcript) + said
  }
}
