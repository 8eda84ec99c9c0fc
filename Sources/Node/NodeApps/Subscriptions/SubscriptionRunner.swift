internal import HealthModel
package import LocalStore
package import NodeLog
internal import SystemCore

/// Starts what subscriptions name whenever there is news for them; `DeliveryPlan` says when.
///
/// It is woken by commits of the types, by changes of the subscriptions and by the end of what it has
/// started, and by the clock only for what is not due yet.
package actor SubscriptionRunner {
  /// What is known of a subscription beside what is stored.
  private struct Watched {
    var news: SubscriptionNews
    var isRunning = false
    var lastEnd: Double?
    /// Until when it is left alone, because the store failed.
    var restsUntil = -Double.infinity
  }

  /// How long to wait after the store could not be read.
  private static let pauseAfterFault = 60.0

  private let store: LocalStore
  private let launcher: Launcher
  private let plan: DeliveryPlan
  private let log: Log
  private let app: @Sendable (String) -> RegisteredApp?
  private var watched: [Subscription.Key: Watched] = [:]
  private var listening: (types: Set<ObjectType>, task: Task<Void, Never>)?

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - store: keeps the subscriptions, and what is news.
  ///   - launcher: starts what they name.
  ///   - plan: says when.
  ///   - log: is told what was started and how it ended.
  ///   - app: the app of a bundle identifier, if the node knows it; for others nothing is started.
  package init(
    _ store: LocalStore, launcher: Launcher, plan: DeliveryPlan, log: Log,
    app: @escaping @Sendable (String) -> RegisteredApp?
  ) {
    self.store = store
    self.launcher = launcher
    self.plan = plan
    self.log = log
    self.app = app
  }

  /// Starts what is due until it is cancelled; then it ends what runs.
  package func run() async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        let decision = await decide()
        for key in decision.starts {
          watched[key]?.isRunning = true
          group.addTask { await self.deliver(key) }
        }
        let (instant, now) = (store.clock.instant, store.clock.now)
        let next = decision.next.map { instant + .seconds(max(0.001, $0 - now)) }
        await store.subscriptions.changes.sleep(until: next, by: store.clock)
      }
      listening?.task.cancel()
      group.cancelAll()
    }
  }

  private func decide() async -> DeliveryPlan.Decision {
    // What ends while this looks is asked about again: what is known of it here is from before its start.
    let running = Set(watched.filter(\.value.isRunning).keys)
    let subscriptions: [Subscription.Key: Subscription]
    do {
      subscriptions = try await store.subscriptions.subscriptions(of: store).all
        .filter { !$0.value.target.isNothing }
    } catch {
      log.writeOften(.error, "subscription.not-read", .text("reason", "\(error)"))
      return DeliveryPlan.Decision(next: store.clock.now + Self.pauseAfterFault)
    }
    // First listen, then look: whatever is committed in between is found or heard of.
    let types = Set(subscriptions.values.flatMap(\.types))
    // Whether a correlation shows depends on what was decided for its members.
    listen(to: types.union(types.flatMap(\.memberTypes)))
    watched = watched.filter { $0.value.isRunning || subscriptions[$0.key] != nil }
    var items: [DeliveryPlan.Item] = []
    var rests: [Double] = []
    for (key, subscription) in subscriptions {
      let app = key.app.flatMap(app)
      // An app that the node has forgotten, or that is another user's now, has nothing started.
      guard key.app == nil || app?.user == Machine.user else { continue }
      var state = watched[key] ?? Watched(news: SubscriptionNews(since: subscription.allPlaces))
      if state.news.starts != subscription.allPlaces {
        state.news = SubscriptionNews(since: subscription.allPlaces)
      }
      let isRunning = state.isRunning || running.contains(key)
      // What is news for a program that runs is asked when it has ended.
      if !isRunning, state.restsUntil <= store.clock.now {
        do {
          try await state.news.look(
            for: subscription.types, in: store, as: app.map { AppSession(store, as: $0) })
        } catch is CancellationError {
          return DeliveryPlan.Decision()
        } catch {
          log.writeOften(.error, "subscription.not-read", .text("reason", "\(error)"))
          state.restsUntil = store.clock.now + Self.pauseAfterFault
        }
      }
      watched[key] = state
      guard isRunning || state.restsUntil <= store.clock.now else {
        rests.append(state.restsUntil)
        continue
      }
      items.append(
        DeliveryPlan.Item(
          key: key, frequency: subscription.frequency, hasNews: state.news.exist,
          isRunning: isRunning, failures: subscription.failures,
          lastStart: subscription.lastStart, lastEnd: state.lastEnd))
    }
    var decision = plan.decide(items, at: store.clock.now)
    if let rest = rests.min() { decision.next = min(decision.next ?? rest, rest) }
    return decision
  }

  private func listen(to types: Set<ObjectType>) {
    guard types != listening?.types ?? [] else { return }
    listening?.task.cancel()
    let wakeups = store.wakeups(for: types)
    let changes = store.subscriptions.changes
    listening = (types, Task { for await _ in wakeups { changes.wake() } })
  }

  /// Starts something, waits for its end, and looks again.
  private func deliver(_ key: Subscription.Key) async {
    let fields = [LogLine.Field.text("app", key.app ?? "owner"), .text("name", key.name)]
    do {
      if let subscription = try await store.subscriptions.noteStart(key, in: store) {
        log.writeOften(.info, "subscription.started", fields[0], fields[1])
        tell(await launcher.run(subscription), fields)
      }
    } catch {
      // What is not noted is not started: it would be forgotten that it has been.
      log.writeOften(.error, "subscription.not-kept", .text("reason", "\(error)"))
      watched[key]?.restsUntil = store.clock.now + Self.pauseAfterFault
    }
    watched[key]?.isRunning = false
    watched[key]?.lastEnd = store.clock.now
    store.subscriptions.changes.wake()
  }

  private func tell(_ outcome: Launcher.Outcome, _ fields: [LogLine.Field]) {
    switch outcome {
    case .ended(0): log.writeOften(.debug, "subscription.ended", fields[0], fields[1])
    case .ended(let code):
      log.writeOften(
        .warning, "subscription.failed", fields[0], fields[1], .number("exit", Int(code)))
    case .broken(let signal):
      log.writeOften(
        .warning, "subscription.failed", fields[0], fields[1], .number("signal", Int(signal)))
    case .timedOut:
      log.writeOften(
        .warning, "subscription.failed", fields[0], fields[1], .text("reason", "it took too long"))
    case .notStarted(let reason):
      log.writeOften(
        .warning, "subscription.not-started", fields[0], fields[1], .text("reason", reason))
    }
  }
}

extension AppSession {
  /// A session of an app that the node knows.
  fileprivate convenience init(_ store: LocalStore, as app: RegisteredApp) {
    self.init(
      store,
      as: SourceRevision(source: Source(bundleIdentifier: app.bundleIdentifier, name: app.name)))
  }
}
