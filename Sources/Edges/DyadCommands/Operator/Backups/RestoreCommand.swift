internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Pairing
internal import PairingCommands
internal import RPCCore
internal import SQLiteCore
internal import StoreAccess
internal import StoreMirror
internal import SystemCore
internal import TextFormats

/// `dyad restore`: puts a backup in place of the store.
struct RestoreCommand: OperatorCommand {
  static let task = OperatorTask(call: "dyad restore", operation: "restore the store")

  static let command = Command(
    "restore", summary: "Put a backup in place of the store",
    discussion: """
      No daemon may run on the store. What was saved here since the backup and is not on a paired \
      device yet is lost; the devices bring back what they have. Deletions that no other device was \
      told of are undone, and those of a backup that is very old may be, too. What was here before stays \
      in the folder as store.db.before-restore. A backup that is damaged is said to be, and this ends \
      with exit code 5 where it was restored all the same.

      The backup of another device is refused: with --as-this-device this machine goes on as that one, \
      which must not run any more, or both are taken for one device.

      A backup that was written with --with-key is opened with its passphrase, and this machine becomes \
      that device with its key: its pairs go on, and the machine it came from must not run any more.

      With --from, samples of a database that mirrors a store come back as they were. Documents, which samples \
      belong to a workout, grants, settings and pairs are not there.
      """,
    examples: [
      .init("dyad restore /media/disk/dyad.backup", "ask, and put it back"),
      .init("dyad restore --yes /media/disk/dyad.backup", "without a question"),
      .init(
        "dyad restore --from postgresql:///health --subject ada", "what 'dyad mirror' brought there"
      ),
    ], options: [PairOptions.yes, asThisDevice, from, .subject], arguments: [file])

  private static let file = Argument(
    "FILE", help: "What 'dyad backup' wrote", isRequired: false, completion: .file)

  private static let from = Option(
    "from", value: "ADDRESS",
    help: "Fill a store that has no samples with those of --subject in a database of 'dyad mirror'")

  private static let asThisDevice = Option(
    "as-this-device", help: "Go on as the device of the backup, which must not run any more")

  /// What becomes of the data, before anybody agrees.
  private static let warning = [
    "The store of this device becomes as it was when the backup was made:",
    "  What was saved here since then and is not on a paired device yet is lost.",
    "  What paired devices have comes back from them.",
    "  Samples that were deleted here since then come back, where no other device was told of it;",
    "  from a backup older than deletions are remembered, more of them may.",
  ]

  private let path: String
  private let database: (address: String, subject: String)?
  private let isConfirmed: Bool
  private let takesIdentity: Bool

  init(_ arguments: ParsedArguments) throws {
    if let address = arguments.value(Self.from) {
      guard arguments.value(Self.file) == nil else {
        throw arguments.unusable(Self.from, "it excludes FILE")
      }
      database = (address, try arguments.subject())
      path = ""
    } else {
      guard arguments.value(Self.file) != nil else {
        throw CommandLineError(
          .usage, operation: "use 'dyad restore'", detail: "FILE is missing",
          advice: "Name what 'dyad backup' wrote, or a database with --from.")
      }
      database = nil
      path = try arguments.absolutePath(Self.file)
    }
    isConfirmed = arguments.has(PairOptions.yes)
    takesIdentity = arguments.has(Self.asThisDevice)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    if let database { return try await fill(from: database, context) }
    guard isConfirmed || context.console.isInputTerminal else {
      throw ProgramFailure(
        .usage, "cannot ask whether to restore the store: there is no terminal",
        advice: "Say --yes to restore it without a question.")
    }
    guard try FileSystem.exists(path) else {
      throw ProgramFailure(
        .notFound, "cannot restore \(path): there is no such file",
        advice: "Name a file that 'dyad backup' wrote.")
    }
    let location = try StoreSession(folder: context.folder).location()
    guard try await isAlone(context) else {
      throw ProgramFailure(
        .busy, "cannot restore the store in \(location.folder): 'dyadd' runs on it",
        advice: "Stop it, restore, and start it again.")
    }
    if try SealedBackup(path).isSealed { return try await restoreSealed(location, context) }
    return try await restorePlain(location, context)
  }

  /// Brings back what a database has of a subject.
  private func fill(
    from database: (address: String, subject: String), _ context: OperatorContext
  ) async throws -> ExitCode {
    let session = StoreSession(folder: context.folder)
    let data = try await session.open(.isMade)
    guard try await data.counts().isEmpty else {
      throw ProgramFailure(
        .refused, "cannot restore the store: it has samples already",
        advice: "Name an empty folder with --state.")
    }
    let count = try await Progress.show("Restoring", of: "samples") { progress in
      try await MirrorRestore.run(database.subject, at: database.address, to: data) {
        progress.tell($0)
      }
    }
    try await session.close()
    try context.write(
      ["Restored \(counted(count, "sample"))."],
      json: .object([.init("samples", .integer(Int64(count)))]))
    return .success
  }

  /// Opens a sealed backup beside the store, once everything was asked, and restores what was in it.
  private func restoreSealed(
    _ location: StoreLocation, _ context: OperatorContext
  ) async throws -> ExitCode {
    guard let places = try DaemonSocket.places(folder: context.folder) else {
      throw ProgramFailure(.usage, "cannot find where the node is: HOME is not set")
    }
    try await confirm(location, context)
    let passphrase = try await Passphrase.enter(context)
    try FileSystem.createFolder(location.folder)
    // In the folder of the store, which its owner alone can read.
    return try await context.withClearCopy(location.openedBackup) {
      try await restoreSealed(location, places, under: passphrase, context)
    }
  }

  private func restoreSealed(
    _ location: StoreLocation, _ places: NodePlaces, under passphrase: SecretBytes,
    _ context: OperatorContext
  ) async throws -> ExitCode {
    let opened = location.openedBackup
    let keys: DeviceKeys
    do {
      keys = try await CopyProgress.show("Opening", from: path, to: opened) {
        try await SealedBackup(path).open(into: opened, with: passphrase)
      }
    } catch let error as SealedStream.Failure {
      throw error.failure(path)
    }
    if !takesIdentity { try checkOwner(of: opened, location, context) }
    let damage = await damageCount(of: opened, context)
    // To ask would leave it open for as long as that takes.
    guard damage == 0 || isConfirmed else {
      throw ProgramFailure(
        .damaged, "cannot restore \(path): \(counted(damage, "part")) of it cannot be read",
        advice: "Use another copy of the file, or say --yes to restore what can be read.")
    }
    noteDamage(damage, context)
    let isAnother = try DeviceKeys.read(places).map { $0.current != keys.current } ?? false
    return try await restore(
      opened, to: location, context, damage: damage,
      keeping: isAnother ? [DeviceKeys.kept(places)] : []
    ) { try keys.put(places) }
  }

  /// Says what becomes of the data, and asks whether that is wanted.
  private func confirm(_ location: StoreLocation, _ context: OperatorContext) async throws {
    for line in Self.warning { context.note(line) }
    guard !isConfirmed else { return }
    guard try await context.questions.confirm("Restore \(path) to \(location.folder)?") else {
      throw ProgramFailure(.refused, "cannot restore the store: you said no")
    }
  }

  /// Restores a plain backup, once everything was asked.
  private func restorePlain(
    _ location: StoreLocation, _ context: OperatorContext
  ) async throws -> ExitCode {
    if !takesIdentity { try checkOwner(of: path, location, context) }
    let damage = await damageCount(of: path, context)
    noteDamage(damage, context)
    try await confirm(location, context)
    return try await restore(path, to: location, context, damage: damage)
  }

  private func noteDamage(_ damage: Int, _ context: OperatorContext) {
    guard damage > 0 else { return }
    context.note("The backup is damaged: \(counted(damage, "part")) of it cannot be read.")
  }

  /// Restores a copy of a store of which so many parts are damaged, with the keys that came along where there are
  /// any, and says where `replaced` files stay.
  private func restore(
    _ copy: String, to location: StoreLocation, _ context: OperatorContext, damage: Int,
    keeping replaced: [String] = [],
    putKeys: (@Sendable () throws -> Void)? = nil
  ) async throws -> ExitCode {
    let hadStore = try FileSystem.exists(location.database)
    let samples = try await put(copy, in: location, context, putKeys ?? {})
    let kept = (hadStore ? ["\(location.database).before-restore"] : []) + replaced
    var lines = [
      "Restored the store in \(location.folder): \(counted(samples, "sample")).",
      "Start 'dyadd', and the paired devices bring back what they have.",
    ]
    if putKeys != nil {
      lines.append("Its key came along: the machine it came from must not run any more.")
    }
    if !kept.isEmpty {
      lines.append(
        "What was here before is in \(kept.joined(separator: " and ")); once all is well, remove it."
      )
    }
    try context.write(
      lines,
      json: .object([
        .init("restored", .string(location.folder)), .init("from", .string(path)),
        .init("samples", .integer(Int64(samples))),
      ]))
    return damage == 0 ? .success : .damaged
  }

  /// How many parts of the copy cannot be read; what is no backup of this version is told later.
  private func damageCount(of copy: String, _ context: OperatorContext) async -> Int {
    let count = try? await Progress.show("Checking", of: "samples") { progress in
      try await context.backups.damageCount(copy) { progress.tell($0) }
    }
    return count ?? 0
  }

  /// Refuses the backup of another device, which would make two of one.
  private func checkOwner(
    of copy: String, _ location: StoreLocation, _ context: OperatorContext
  ) throws {
    guard let backup = try ledger(copy, context), try FileSystem.exists(location.database),
      let own = try ledger(location.database, context), own.device != backup.device
    else { return }
    throw ProgramFailure(
      .refused,
      "cannot restore \(path): it is the backup of another device, the \(backup.role.name) "
        + "\(backup.device), and this one is the \(own.role.name) \(own.device)",
      advice: "With --as-this-device this machine goes on as that one, which must not run any more."
    )
  }

  private func ledger(_ path: String, _ context: OperatorContext) throws -> TrustLedger? {
    do {
      return try context.backups.ledger(path)
    } catch let error as SQLiteError where error.code == .notADatabase || error.code == .corrupt {
      // What is damaged here is why it is restored, and what is no backup is told later.
      return nil
    }
  }

  private func put(
    _ copy: String, in location: StoreLocation, _ context: OperatorContext,
    _ beforehand: @escaping @Sendable () throws -> Void
  ) async throws -> Int {
    do {
      return try await CopyProgress.show(
        "Restoring", from: copy, to: "\(location.database).restoring"
      ) {
        try await context.backups.restore(copy, location, path, beforehand)
      }
    } catch let error as StorageError {
      throw failure(error)
    } catch let error as SQLiteError {
      throw failure(StorageError(error))
    }
  }

  private func failure(_ error: StorageError) -> ProgramFailure {
    var failure = ProgramFailure(error)
    guard error.code == .unsupported || error.code == .damaged else { return failure }
    // Whatever is said of stores does not help with a file.
    failure.message = "cannot restore \(path): \(error.detail)"
    failure.advice = "Name a file that 'dyad backup' wrote; the store is as it was."
    return failure
  }

  // The lock of the store tells as well, but only after the owner was asked.
  private func isAlone(_ context: OperatorContext) async throws -> Bool {
    try await context.withClient { client in
      do {
        _ = try await context.status(client)
        return false
      } catch let error as RPCError {
        return error.saysNobodyListens
      }
    }
  }
}
