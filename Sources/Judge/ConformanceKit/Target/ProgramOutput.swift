internal import ConformanceWire
private import Glibc
private import Synchronization
private import SystemCore

/// What a program prints: a thread takes it at any time, so that the program can always go on.
final class ProgramOutput {
  /// What was taken and not forgotten again.
  struct Kept {
    /// The latest of each kind but codes.
    var nodes: String?
    var apps: String?
    var owner: String?
    /// Those that were not asked for yet, oldest first.
    var codes: [String] = []
    /// The last lines of its standard error.
    var log: [String] = []
    /// How many lines of its standard output said nothing.
    var otherLines = 0
    /// Whether its standard output can say anything yet.
    var isOpen = true
    /// Whether both streams have ended.
    var hasEnded = false

    mutating func take(_ line: String) {
      switch Announcement(line) {
      case .nodes(let address): nodes = address
      case .apps(let path): apps = path
      case .owner(let path): owner = path
      case .code(let digits): codes = codes.suffix(ProgramOutput.mostCodes - 1) + [digits]
      case nil: otherLines &+= 1
      }
    }

    mutating func log(_ line: String) {
      if log.count == ProgramOutput.mostLines { log.removeFirst() }
      log.append(line)
    }
  }

  /// What the thread and its owner share.
  private final class Shared: Sendable {
    let kept = Mutex(Kept())
  }

  private static let mostCodes = 16
  private static let mostLines = 200

  private let shared = Shared()
  /// Rings whenever there is something new; when it is closed, the thread ends.
  private let bell: StreamPair

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - output: The program's standard output; it is closed when it ends.
  ///   - errors: Its standard error, likewise.
  /// - Throws: That the system has no more streams.
  init(_ output: Int32, _ errors: Int32) throws(TargetError) {
    do {
      bell = try StreamPair.sockets()
    } catch {
      _ = close(output)
      _ = close(errors)
      throw error
    }
    let (shared, bell) = (shared, bell.giveOther())
    WorkThread.start("target-output") {
      ProgramOutput.drain(output, errors, ringing: bell) { change in
        shared.kept.withLock { change(&$0) }
      }
    }
  }

  /// Gives what there is to `body`, which may take some of it.
  func withKept<Result: Sendable>(_ body: (inout Kept) -> Result) -> Result {
    shared.kept.withLock { body(&$0) }
  }

  /// Returns when there may be something new, a descriptor can be read, or the time is over.
  func wait(or descriptor: Int32?, by deadline: Deadline) {
    var entries = [
      pollfd(fd: bell.own, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // Where a signal interrupts it, whoever waits looks and comes again.
    guard unsafe poll(&entries, 2, deadline.milliseconds) > 0, entries[0].revents != 0 else {
      return
    }
    var rings = [UInt8](repeating: 0, count: 64)
    // However often it rang, whoever waits looks now.
    _ = unsafe recv(bell.own, &rings, rings.count, Int32(MSG_DONTWAIT))
  }
}

// The thread.
extension ProgramOutput {
  private static func drain(
    _ output: Int32, _ errors: Int32, ringing bell: Int32,
    _ change: ((inout Kept) -> Void) -> Void
  ) {
    var ends = [output, errors]
    var cutters = [LineCutter(), LineCutter()]
    var isWanted = true
    while isWanted, ends.contains(where: { $0 >= 0 }) {
      var entries = (ends + [bell]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard unsafe poll(&entries, 3, -1) > 0 || errno == EINTR else { break }
      // Nobody writes to the bell from the other side, so this is its end.
      isWanted = entries[2].revents == 0
      var isNew = false
      for stream in 0..<2 where entries[stream].revents != 0 {
        let bytes = piece(of: &ends[stream])
        var lines: [String] = []
        cutters[stream].take(bytes[...]) { line, isWhole in
          // Half an address is none; of what is for people, half is better than nothing.
          lines.append(isWhole || stream == 1 ? line : "")
        }
        if ends[stream] < 0, stream == 1, let rest = cutters[1].remainder { lines.append(rest) }
        let isOver = ends[stream] < 0
        change { kept in
          for line in lines { stream == 0 ? kept.take(line) : kept.log(line) }
          if isOver, stream == 0 { kept.isOpen = false }
        }
        isNew = isNew || stream == 0 && !lines.isEmpty || isOver
      }
      if isNew { ring(bell) }
    }
    change { kept in (kept.isOpen, kept.hasEnded) = (false, true) }
    ring(bell)
    for end in ends + [bell] where end >= 0 { _ = close(end) }
  }

  /// What is there; at its end the stream is closed.
  private static func piece(of end: inout Int32) -> [UInt8] {
    var isOver = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { room, used in
      let count = unsafe read(end, room.baseAddress, room.count)
      isOver = count == 0 || count < 0 && errno != EINTR && errno != EAGAIN
      used = max(0, count)
    }
    if isOver {
      _ = close(end)
      end = -1
    }
    return bytes
  }

  private static func ring(_ bell: Int32) {
    var byte: UInt8 = 1
    // Where it is full it has been ringing for long, and where nobody hears it nobody waits.
    _ = unsafe send(
      bell, &byte, 1, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
  }
}
