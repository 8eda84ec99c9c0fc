package import ConformanceWire

extension SessionRules {
  package mutating func take(part: Value, _ role: Role) -> [Breach] {
    var found = weigh(Result { try Weight.part(part) }, role)
    if role == .watch { isReconciling = true }
    let content = ["spans", "days", "lists", "missing"].filter { part[$0].isPresent }
    if let owner = content.first.flatMap({
      ["spans": Role.watch, "days": .phone, "missing": .phone][$0]
    }),
      owner != role
    {
      found.append(
        Breach(clause: "SYNC-WRONG-SIDE", observed: "'\(content[0])' from the \(role.word)"))
    }
    if part["claim"].isPresent {
      if self[role].hasClaimed, self[role].isTelling {
        found.append(
          Breach(clause: "SYNC-RECONCILE-ORDER", observed: "a second claim before the last part"))
      }
      self[role].hasClaimed = true
      self[role].hasContent = false
      self[role].logStarts.insert(Self.place(part["claim"]["head"]))
    }
    // Days only tell the watch what to list, so they come before the phone's claim.
    if !content.isEmpty, content != ["days"], !self[role].hasClaimed {
      found.append(
        Breach(clause: "SYNC-RECONCILE-CLAIM", observed: "'\(content[0])' before a claim"))
    }
    if content.isEmpty, self[role].hasContent {
      found.append(
        Breach(clause: "SYNC-RECONCILE-ORDER", observed: "a part without content after content"))
    }
    if self[role].hasContent, !part["deletions"].items.isEmpty {
      found.append(
        Breach(clause: "SYNC-RECONCILE-ORDER", observed: "tombstones after content"))
    }
    if !content.isEmpty, content != ["days"] { self[role].hasContent = true }
    self[role].isTelling = !part["is_last"].isTrue
    guard part["is_last"].isTrue else { return found }
    self[role].hasContent = false
    if role == .phone, content != ["days"] {
      isReconciling = false
      phone.hasClaimed = false
      watch.hasClaimed = false
    }
    return found
  }
}
