internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeLog
internal import StoreAccess
internal import SystemCore

/// Does on a watch what its phone wants of workouts, and tells the phone of them.
///
/// An order is noted as one that failed before anything of it is done, so that nothing is done twice and nothing is
/// told as done that was not, whenever the node ends.
package struct OrderedWorkouts: Sendable {
  /// The node record of what became of the orders that the phone still tells.
  private static let recordKey = "workout-answers"
  private static let pauseAfterFault = Duration.seconds(1)

  private let store: LocalStore
  private let messenger: any WorkoutMessenger
  private let device: DeviceID
  private let launcher: Launcher
  private let log: Log
  private let apps: @Sendable () -> [RegisteredApp]

  init(
    _ store: LocalStore, _ messenger: any WorkoutMessenger, on device: DeviceID,
    launcher: Launcher, log: Log, apps: @escaping @Sendable () -> [RegisteredApp]
  ) {
    self.store = store
    self.messenger = messenger
    self.device = device
    self.launcher = launcher
    self.log = log
    self.apps = apps
  }

  /// Goes on until it is cancelled; then the apps end that it started.
  package func run() async {
    guard messenger.role == .watch else { return }
    // Listening begins before the first look, so that nothing falls in between.
    var news = store.workoutNews.makeAsyncIterator()
    await withDiscardingTaskGroup { group in
      var told = WorkoutReport()
      repeat {
        do {
          let report = try await look(in: &group)
          if report != told { try await messenger.tell(report) }
          told = report
        } catch is CancellationError {
          break
        } catch {
          log.writeOften(.error, "workout.not-followed", .text("reason", "\(error)"))
          // Cancelled, the loop ends below.
          try? await store.clock.sleep(for: Self.pauseAfterFault)
          continue
        }
        if await news.next() == nil { break }
      } while !Task.isCancelled
      group.cancelAll()
    }
  }

  /// Does what is new, and says what there is to tell.
  private func look(in group: inout DiscardingTaskGroup) async throws -> WorkoutReport {
    let orders = try await orders
    var noted = try await answers
    var report = WorkoutReport()
    report.answers = noted.answers.filter { answer in orders.contains { $0.id == answer.key } }
    for order in orders where report.answers[order.id] == nil {
      report.answers[order.id] = order.change.beginsSession ? .notStarted : .refused
      try await keep(report)
      noted = report
      report.answers[order.id] = try await carryOut(order, in: &group)
    }
    if report != noted { try await keep(report) }
    report.session = try await store.workoutSessions().last
    return report
  }

  private func carryOut(
    _ order: WorkoutOrder, in group: inout DiscardingTaskGroup
  ) async throws -> WorkoutOrder.Outcome {
    if let app = order.app, order.change.beginsSession, let plan = order.change.plan {
      return start(app, for: plan, in: &group)
    }
    do {
      if let app = order.app {
        let session = try await store.workoutSessions().last { $0.uuid == order.change.session }
        guard let session, session.app.isCompanion(of: app) else { return .refused }
      }
      try await change(order.change)
      return .done
    } catch let error as ModelError where error.code == .invalidArgument {
      return .refused
    }
  }

  /// What the owner began is saved when it ends; an app saves what it began.
  private func change(_ change: WorkoutChange) async throws {
    let owner = OwnerSession(store)
    var session = try await store.workoutSessions().last { $0.uuid == change.session }
    if change.kind == .ended, session?.app.isEmpty == true, session?.startDate != nil {
      session = try await owner.change(WorkoutChange(.stopped, to: change.session))
      if let session {
        let access = EmbeddedAccess(owner)
        let figures = try await access.figures(of: session, at: store.clock.now)
        _ = try await access.saveWorkout(of: session, figures)
      }
    }
    _ = try await owner.change(change)
  }

  private func start(
    _ name: String, for plan: WorkoutPlan, in group: inout DiscardingTaskGroup
  ) -> WorkoutOrder.Outcome {
    let companions = apps().filter {
      $0.bundleIdentifier.isCompanion(of: name) && $0.user == Machine.user
    }
    // The very app comes first, as its name is the shortest.
    guard let app = companions.first(where: { !$0.start.isEmpty }) else {
      return companions.isEmpty ? .noApp : .noCommand
    }
    do {
      var environment = plan.environment
      environment["DYAD_APP"] = app.bundleIdentifier
      let program = try launcher.start(app.start, telling: environment, isOwner: false)
      let field = LogLine.Field.text("app", app.bundleIdentifier)
      log.write(.info, "workout.app-started", field)
      group.addTask { [launcher, log] in
        switch await launcher.outcome(of: program, within: nil) {
        case .ended(let code) where code != 0:
          log.write(.warning, "workout.app-ended", field, .number("exit", Int(code)))
        case .broken(let signal) where !Task.isCancelled:
          log.write(.warning, "workout.app-ended", field, .number("signal", Int(signal)))
        case .ended, .broken, .timedOut, .notStarted:
          log.write(.info, "workout.app-ended", field)
        }
      }
      return .done
    } catch {
      log.write(
        .error, "workout.app-not-started", .text("app", app.bundleIdentifier),
        .text("reason", error.detail))
      return .notStarted
    }
  }

  /// The orders for this watch; none where their record is damaged.
  private var orders: [WorkoutOrder] {
    get async throws {
      do {
        return try await store.workoutOrders()?.all.filter { $0.watch == device } ?? []
      } catch let error as StorageError where error.code == .damaged {
        log.writeOften(.warning, "workout.orders-not-read", .text("reason", "\(error)"))
        return []
      }
    }
  }

  private var answers: WorkoutReport {
    get async throws {
      guard let body = try await store.nodeRecord(Self.recordKey) else { return WorkoutReport() }
      do throws(CodecError) {
        return try WorkoutReport(decoding: body, limits: .stored)
      } catch {
        throw StorageError(.damaged, cannot: "read what the phone was answered", "\(error)")
      }
    }
  }

  private func keep(_ answers: WorkoutReport) async throws {
    let body: [UInt8]
    do throws(CodecError) {
      body = try answers.encoded()
    } catch {
      throw StorageError(.damaged, cannot: "keep what the phone is answered", "\(error)")
    }
    try await store.commitTogether([.setNodeRecord(key: Self.recordKey, body: body)])
  }
}
