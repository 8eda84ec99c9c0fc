private import Glibc

/// A program of this package that a test runs beside itself and can kill.
package final class ChildProcess {
  private let process: pid_t
  private let output: Int32
  private var isRunning = true

  /// Starts the program called `name`, which stands beside the test's own.
  package init(_ name: String, _ arguments: [String]) throws(TestSupportError) {
    let path = ChildProcess.folder() + "/" + name
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else {
      throw TestSupportError("cannot make a pipe: error \(errno)")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    _ = unsafe posix_spawn_file_actions_init(&actions)
    _ = unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var process: pid_t = 0
    let status = unsafe posix_spawn(&process, path, &actions, nil, &words, environ)
    for index in unsafe words.indices { unsafe free(words[index]) }
    _ = unsafe posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    guard status == 0 else {
      close(ends[0])
      throw TestSupportError("cannot start \(path): error \(status)")
    }
    self.process = process
    output = ends[0]
  }

  deinit {
    kill()
    close(output)
  }

  /// Waits for output and returns it; empty at the end.
  package func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe Glibc.read(output, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Ends it at once, as a crash would.
  package func kill() {
    guard isRunning else { return }
    isRunning = false
    _ = Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    _ = unsafe waitpid(process, &status, 0)
  }

  /// Where the running program lies.
  private static func folder() -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
    let path = String(
      decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }
}
