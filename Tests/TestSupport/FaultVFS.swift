private import CFaultVFS
private import Synchronization

/// A file system for SQLite that fails when its plan says so, can lose power, and counts.
///
/// Open a connection with `vfs: name`. The files are real, so that any other connection can look at
/// them afterwards. It must outlive the connections that use it.
@safe package final class FaultVFS {
  /// What happens to the operation that the plan strikes.
  package enum Fault: Hashable, Sendable {
    /// The system reports an I/O error; a write reaches the file by half.
    case io
    /// The disk has no space; a write reaches the file by half.
    case full
    /// Power is lost: this and all later operations fail, until `restorePower`.
    case powerLoss
  }

  /// What is done to files.
  package enum Operation: Int, CaseIterable, Sendable {
    case open
    case read
    case write
    case truncate
    case sync
    case fileSize
    case lock
    case access
    case delete
    case mapShared
    case lockShared
  }

  /// The kinds of files.
  package enum File: Int, CaseIterable, Sendable {
    case database
    case log
    case journal
    case other
  }

  private static let made = Atomic(0)

  /// What to open connections with.
  package let name: String
  private let vfs: OpaquePointer
  private let judge: Judge

  /// Registers the file system.
  ///
  /// - Parameters:
  ///   - plan: Which operation fails; without one, none does.
  ///   - fault: How it fails.
  ///   - operations: The kinds that the plan counts; the others always go through.
  ///   - remembersSyncs: Whether it keeps in memory what was synced, which losing power needs and
  ///     a benchmark does not want.
  /// - Throws: `TestSupportError` when SQLite refuses it.
  package init(
    plan: FaultPlan = FaultPlan(failing: nil), fault: Fault = .io,
    on operations: Set<Operation> = Set(Operation.allCases), remembersSyncs: Bool = true
  ) throws(TestSupportError) {
    self.name = "fault-\(FaultVFS.made.wrappingAdd(1, ordering: .relaxed).newValue)"
    self.judge = Judge(plan: plan, fault: fault, operations: operations)
    // Unretained is sound: `deinit` destroys the C side, so no callback can outlive `judge`.
    let context = unsafe Unmanaged.passUnretained(judge).toOpaque()
    let made = unsafe CFaultVFS_make(
      name, remembersSyncs ? 1 : 0,
      { context, operation in unsafe Judge.verdict(context, operation) }, context)
    guard let made = unsafe made else {
      throw TestSupportError("cannot register the file system \(name): SQLite refused it")
    }
    unsafe self.vfs = made
  }

  deinit {
    let status = unsafe CFaultVFS_destroy(vfs)
    precondition(status == 0, "a connection outlived its file system")
  }

  /// How often `operation` was asked for.
  package func count(_ operation: Operation) -> Int {
    Int(unsafe CFaultVFS_operations(vfs, CFaultOperation(UInt32(operation.rawValue))))
  }

  /// How many operations were asked for in all.
  package var operations: Int { Operation.allCases.reduce(0) { $0 + count($1) } }

  /// How many bytes were written to files of a kind.
  package func bytesWritten(to file: File) -> Int {
    Int(unsafe CFaultVFS_bytesWritten(vfs, CFaultFile(UInt32(file.rawValue))))
  }

  /// How many bytes were written to files in all.
  package var bytesWritten: Int { File.allCases.reduce(0) { $0 + bytesWritten(to: $1) } }

  /// How often files of a kind were synced.
  package func syncs(of file: File) -> Int {
    Int(unsafe CFaultVFS_syncs(vfs, CFaultFile(UInt32(file.rawValue))))
  }

  /// How often files were synced in all.
  package var syncs: Int { File.allCases.reduce(0) { $0 + syncs(of: $1) } }

  /// Whether power is lost.
  package var hasLostPower: Bool { unsafe CFaultVFS_hasCrashed(vfs) != 0 }

  /// Loses power now: whatever a connection still does, closing included, changes nothing.
  package func losePower() {
    unsafe CFaultVFS_crash(vfs)
  }

  /// Leaves in the files what a disk would hold, and has power again.
  ///
  /// That is all that was synced and, of the rest, some sectors. Every connection must be closed.
  ///
  /// - Parameters:
  ///   - keeping: The chance of a sector: from 0, a disk that writes only when told, to 1, one that
  ///     writes at once.
  ///   - seed: Decides which sectors.
  /// - Throws: `TestSupportError`, also while a connection is open.
  package func restorePower(keeping: Double = 0, seed: UInt64 = 0) throws(TestSupportError) {
    let chance = UInt32(max(0, min(1, keeping)) * 256)
    switch unsafe CFaultVFS_settle(vfs, seed, chance) {
    case 0: return
    case 1: throw TestSupportError("cannot restore power: a connection is open")
    case 3: throw TestSupportError("cannot restore power: it was not to remember syncs")
    default: throw TestSupportError("cannot restore power: a file cannot be written")
    }
  }
}

extension FaultVFS {
  private final class Judge: Sendable {
    private let plan: FaultPlan
    private let fault: Fault
    private let operations: Set<Operation>

    init(plan: FaultPlan, fault: Fault, operations: Set<Operation>) {
      self.plan = plan
      self.fault = fault
      self.operations = operations
    }

    static func verdict(
      _ context: UnsafeMutableRawPointer?, _ operation: CFaultOperation
    )
      -> CFaultVerdict
    {
      guard let context = unsafe context,
        let operation = Operation(rawValue: Int(operation.rawValue))
      else { return CFaultNone }
      let judge = unsafe Unmanaged<Judge>.fromOpaque(context).takeUnretainedValue()
      return judge.verdict(on: operation)
    }

    private func verdict(on operation: Operation) -> CFaultVerdict {
      guard operations.contains(operation), plan.strikes() else { return CFaultNone }
      return switch fault {
      case .io: CFaultIO
      case .full: CFaultFull
      case .powerLoss: CFaultCrash
      }
    }
  }
}
