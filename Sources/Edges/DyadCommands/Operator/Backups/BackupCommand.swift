internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import LocalStore
internal import Pairing
internal import PairingCommands
internal import RPCCore
internal import StoreAccess
internal import SystemCore
internal import TextFormats

/// `dyad backup`: writes a copy of the store.
struct BackupCommand: OperatorCommand {
  static let task = OperatorTask(call: "dyad backup", operation: "back up the store")

  static let command = Command(
    "backup", summary: "Write a copy of the store to a file",
    discussion: """
      The daemon writes it while it goes on; where none runs, this program does. The file has all \
      samples in it, readable for whoever may read the file. 'dyad restore' puts it back. It is read \
      once it is written: where the store is damaged the copy is, too, and this ends with exit code 5.

      With --with-key the file has this device's key as well and is sealed under a passphrase, which is \
      asked for, or is the first line of the input. On another machine 'dyad restore' makes that one \
      this device, and its pairs go on; without the key they are made anew. While it is written, the \
      state folder needs room for a second copy.

      A daemon that systemd started writes in its own folders only, and has a /tmp of its own: name a \
      file in its state folder then.
      """,
    examples: [
      .init("dyad backup /media/disk/dyad.backup", "copy everything"),
      .init(
        "dyad backup --with-key /media/disk/dyad.sealed", "to go on with it on another machine"),
    ],
    options: [withKey], arguments: [file])

  private static let file = Argument(
    "FILE", help: "Where nothing is yet", completion: .file)

  private static let withKey = Option(
    "with-key", help: "Take the device's key along, sealed under a passphrase, to move to a machine"
  )

  private let path: String
  private let takesKey: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.absolutePath(Self.file)
    takesKey = arguments.has(Self.withKey)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    let (bytes, damage) = try await takesKey ? sealed(context) : copied(to: path, context)
    try context.write(
      ["Wrote \(counted(Int(clamping: bytes), "byte")) to \(path)."],
      json: .object([
        .init("path", .string(path)), .init("bytes", .integer(Int64(clamping: bytes))),
      ]))
    guard damage == 0 else {
      throw ProgramFailure(
        .damaged,
        "cannot back up all of the store: \(counted(damage, "part")) of it cannot be read",
        advice:
          "Keep the backups from before; 'dyad verify' says what it concerns and what mends it.")
    }
    return .success
  }

  /// How many bytes a copy has, and how many parts of it cannot be read.
  private typealias Copy = (bytes: UInt64, damage: Int)

  /// Writes a copy of the store and the device's keys, sealed.
  private func sealed(_ context: OperatorContext) async throws -> Copy {
    guard let places = try DaemonSocket.places(folder: context.folder),
      try FileSystem.exists(places.identity)
    else {
      throw ProgramFailure(
        .notFound, "cannot take the device's key along: there is none, as 'dyadd' never ran here",
        advice: "Without --with-key the backup has everything that is here.")
    }
    guard try !FileSystem.exists(path) else {
      throw ProgramFailure(
        .failure, "cannot write \(path): there is something already",
        advice: "Use another name, or take away first what is there.")
    }
    let passphrase = try await Passphrase.choose(context)
    // In the folder of the store, which its owner alone can read.
    let copy = StoreLocation(folder: places.state).copyToSeal
    return try await context.withClearCopy(copy) {
      try await seal(copy, places, under: passphrase, context)
    }
  }

  private func seal(
    _ copy: String, _ places: NodePlaces, under passphrase: SecretBytes, _ context: OperatorContext
  ) async throws -> Copy {
    let damage = try await copied(to: copy, context).damage
    guard let keys = try DeviceKeys.read(places) else {
      throw ProgramFailure(.failure, "cannot find \(places.identity): it was there just now")
    }
    do {
      let sealed = try await CopyProgress.show("Sealing", from: copy, to: path) {
        try await SealedBackup(path).seal(
          copy, keys, under: passphrase, cost: context.backups.cost)
      }
      return (UInt64(sealed), damage)
    } catch let error as SealedStream.Failure {
      throw error.failure(path)
    }
  }

  /// Writes a copy of the store.
  private func copied(to path: String, _ context: OperatorContext) async throws -> Copy {
    let store = try? StoreSession(folder: context.folder).location().database
    let bytes = try await CopyProgress.show("Copying", from: store, to: path) {
      try await backUp(to: path, context)
    }
    let damage = try await Progress.show("Checking", of: "samples") { progress in
      try await context.backups.damageCount(path) { progress.tell($0) }
    }
    return (bytes, damage)
  }

  private func backUp(to path: String, _ context: OperatorContext) async throws -> UInt64 {
    var request = BackupRequest()
    request.path = path
    let asked = request
    let written: UInt64? = try await context.withClient { client in
      do {
        return try await client.call(OperatorMethods.backup, asked).bytes
      } catch let error as RPCError where error.saysNobodyListens {
        return nil
      } catch let error as RPCError where Self.isAboutPlace(error) {
        throw ProgramFailure(.refused, error.detail, advice: try placeAdvice(context))
      }
    }
    guard let written else { return try await backUpAlone(to: path, context) }
    try check(written, at: path, context)
    return written
  }

  /// Whether the daemon may not write there, or has no such folder.
  private static func isAboutPlace(_ error: RPCError) -> Bool {
    error.detail.hasPrefix("cannot ")
      && (error.code == .notFound
        || ["(EROFS)", "(EACCES)", "(EPERM)"].contains(where: error.detail.contains))
  }

  /// Sees that the daemon wrote where others find it: its /tmp, for one, may be its own.
  private func check(_ written: UInt64, at path: String, _ context: OperatorContext) throws {
    let found = try context.backups.size(path)
    guard found != written else { return }
    let here = found.map { "has \(counted(Int(clamping: $0), "byte"))" } ?? "is not there"
    throw ProgramFailure(
      .failure,
      "cannot find the backup: the daemon wrote \(counted(Int(clamping: written), "byte")), and "
        + "\(path) \(here)", advice: try placeAdvice(context))
  }

  /// Tells where any daemon may write.
  private func placeAdvice(_ context: OperatorContext) throws -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? "dyad.backup"
    let folder = try DaemonSocket.places(folder: context.folder)?.state ?? "its state folder"
    return "The daemon may write in its own folders only, and have a /tmp of its own: "
      + "'dyad backup \(folder)/\(name)' writes where it can."
  }

  private func backUpAlone(to path: String, _ context: OperatorContext) async throws -> UInt64 {
    let session = StoreSession(folder: context.folder)
    let result: Result<UInt64, any Error>
    do {
      let store = try await session.openAlone(.isAnError)
      result = .success(try await context.backups.backUp(store, path))
    } catch let error as SystemError where error.code == .alreadyExists {
      var failure = ProgramFailure(error)
      failure.advice = "Use another name, or take away first what is there."
      result = .failure(failure)
    } catch {
      result = .failure(error)
    }
    do {
      try await session.close()
    } catch {
      // The first error is the one to tell.
      _ = try result.get()
      throw error
    }
    return try result.get()
  }
}

extension OperatorContext {
  /// Runs a closure that makes a copy of a store in the clear, which is gone however that ends.
  ///
  /// - Parameters:
  ///   - path: Where it makes the copy; what another run left there is removed first.
  ///   - body: Makes it and uses it.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, and where what is there cannot be removed.
  func withClearCopy<Value: Sendable>(
    _ path: String, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try StoreLocation.removeDatabase(path)
    let console = console
    return try await Interruption.cleaning(surroundings.interrupts()) {
      do {
        try StoreLocation.removeDatabase(path)
      } catch {
        // Whatever else is told: samples in the clear are left.
        Messages.report(ProgramFailure(error), on: console)
      }
    } _: {
      try await body()
    }
  }
}

extension ParsedArguments {
  /// The path of a file from the root on, as another process must have it; of an argument that was given.
  func absolutePath(_ argument: Argument) throws -> String {
    let word = value(argument) ?? ""
    guard !word.isEmpty else { throw unusable(argument, "it is empty") }
    guard let path = CurrentProcess.absolutePath(word) else {
      throw ProgramFailure(
        .failure, "cannot find \(TerminalText.quotable(word)): the present folder is gone",
        advice: "Name the file from the root on.")
    }
    return path
  }
}
