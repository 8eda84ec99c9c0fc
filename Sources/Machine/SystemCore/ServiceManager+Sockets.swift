private import Glibc

extension ServiceManager {
  /// The first descriptor that is passed, by `sd_listen_fds`(3).
  private static let firstDescriptor: Int32 = 3
  /// More than any service listens at.
  private static let mostSockets: Int32 = 64

  /// Takes the sockets that this process was started with, each with its name; once in the life of a
  /// process, for they are closed with what this returns.
  ///
  /// Programs that this process starts do not get them.
  ///
  /// - Parameters:
  ///   - process: `LISTEN_PID`, for whom they are.
  ///   - count: `LISTEN_FDS`, how many they are.
  ///   - names: `LISTEN_FDNAMES`, what they are called, with colons between.
  /// - Returns: nothing where they are for another process, or there are none.
  /// - Throws: for a descriptor that is no socket for streams, or at which nobody listens.
  package static func takeSockets(
    process: String?, count: String?, names: String?
  ) throws(SystemError) -> [(name: String, socket: Socket)] {
    guard let process, number(process) == Int64(getpid()), let count else { return [] }
    guard let count = number(count).flatMap(Int32.init(exactly:)), count <= mostSockets else {
      throw SystemError(
        .other, cannot: "take", "the sockets that were passed",
        "LISTEN_FDS is no number up to \(mostSockets)")
    }
    let names = names?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    var sockets: [(name: String, socket: Socket)] = []
    for index in 0..<count {
      let name = Int(index) < names.count ? String(names[Int(index)]) : "unknown"
      sockets.append((name, try takeSocket(firstDescriptor + index, name)))
    }
    return sockets
  }

  private static func takeSocket(
    _ descriptor: Int32, _ name: String
  ) throws(SystemError) -> Socket {
    let operation = "take the socket"
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      throw SystemError(cannot: operation, name)
    }
    guard try option(SO_TYPE, of: descriptor, name) == Int32(SOCK_STREAM.rawValue),
      try option(SO_ACCEPTCONN, of: descriptor, name) == 1
    else {
      throw SystemError(.other, cannot: operation, name, "nobody listens there for streams")
    }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
      throw SystemError(cannot: operation, name)
    }
    let family = try option(SO_DOMAIN, of: descriptor, name)
    guard [AF_INET, AF_INET6, AF_UNIX].contains(family) else {
      throw SystemError(.other, cannot: operation, name, "it is no socket of a network or a file")
    }
    return Socket(descriptor, name: name, isUnix: family == AF_UNIX)
  }

  private static func option(
    _ option: Int32, of descriptor: Int32, _ name: String
  ) throws(SystemError) -> Int32 {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 else {
      throw SystemError(cannot: "take the socket", name)
    }
    return value
  }

  /// How long the manager waits for a sign of life from this process.
  ///
  /// - Parameters:
  ///   - microseconds: `WATCHDOG_USEC`.
  ///   - process: `WATCHDOG_PID`, whose signs it waits for; without it, this one's.
  /// - Returns: `nil` where it does not wait.
  package static func watchdogPeriod(microseconds: String?, process: String?) -> Duration? {
    guard let period = microseconds.flatMap(number), period > 0 else { return nil }
    if let process, number(process) != Int64(getpid()) { return nil }
    return .microseconds(period)
  }

  /// Digits as a number; a number parser would take a sign too.
  private static func number(_ text: String) -> Int64? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }
}
