internal import HealthModel
internal import SyncCore

// What fate does to a node's store.
extension World {
  func restore(_ host: Host<Store>, _ b: Int, isTold: Bool) throws {
    let usable = host.backups.filter { day - $0.day < profile.retentionDays }
    guard let backup = pick(usable, b) else { return }
    let before = host.store.durableGhost
    cutAll(host)
    try host.store.restore(backup.copy)
    try open(host, isTold: isTold)
    try begin(host)
    noteLoss(of: host, before: before)
  }

  func clone(_ watch: Host<Store>, isTold: Bool) throws {
    guard hosts.count == 1 + profile.watchCount else { return }
    let twin = Host(
      index: hosts.count, device: watch.device, isPhone: false,
      store: try Store(cloning: watch.store))
    hosts.append(twin)
    isCloned = true
    twin.skew = watch.skew
    try open(twin, isTold: isTold)
    try begin(twin)
  }

  func damage(_ host: Host<Store>, _ event: Event) throws {
    let before = host.store.durableGhost
    cutAll(host)
    try open(host)
    let dots = host.store.rowFacts().map(\.dot).sorted()
    let type = profile.types[event.c % profile.types.count]
    let kept = Set(dots.indices.filter { $0 % 3 == event.b % 3 }.map { dots[$0] })
    switch event.kind {
    case .spoil: try host.store.damageColumns { kept.contains($0) }
    case .header: try host.store.loseHeader(of: type) { !kept.contains($0) }
    default:
      let lost = Set(dots.dropFirst(event.b % 2))
      try host.store.loseRows { lost.contains($0) }
    }
    if event.kind == .header, host.isPhone { try forgetDeaths(of: type, at: host) }
    // No process was there to notice.
    try host.store.commit()
    noteLoss(of: host, before: before)
    try begin(host)
  }

  /// A phone that gave up its claim no longer knows what of the type was deleted, but for its tombstones
  /// (R24): a watch that was away may bring it back.
  func forgetDeaths(of type: ObjectType, at host: Host<Store>) throws {
    let told = try host.store.tombstones(among: host.store.vector)
    for (dot, number) in numberOf where dot.type == type && !told.covers(dot) {
      guard host.store.ghost.learned.contains(number) else { continue }
      host.store.ghost.learned.remove(number)
      host.givenUp.insert(number)
      if host.isPhone { mayReturn.insert(number) }
      excused.insert(number)
    }
  }

  func erase(_ watch: Host<Store>) throws {
    let before = watch.store.durableGhost
    cutAll(watch)
    try open(watch)
    try watch.store.eraseHistory(beginning: freshIncarnation())
    try watch.store.commit()
    _ = watch.store.takeEvents()
    noteLoss(of: watch, before: before)
    try begin(watch)
  }
}
