private import Glibc

/// The process we run in, as far as a command line needs it.
package enum CurrentProcess {
  /// The value of an environment variable, or `nil` where it is not set or not text.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// The path from the root, for one that may start at the present folder; `nil` where that folder
  /// is gone.
  package static func absolutePath(_ path: String) -> String? {
    if path.hasPrefix("/") { return path }
    guard let folder = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(folder) }
    guard let start = unsafe String(validatingCString: folder) else { return nil }
    return path.isEmpty || path == "." ? start : "\(start)/\(path)"
  }

  /// Overwrites parts of the words that the process was started with, where whoever lists processes
  /// reads them; `CommandLine.arguments` has to be copied before.
  ///
  /// Words are as long as before, so that nothing else moves. Somebody may have looked already.
  ///
  /// - Parameter parts: Bytes of a word, by its place; the program's own name is at 0.
  package static func coverArguments(_ parts: [Int: Range<Int>]) {
    let words = unsafe CommandLine.unsafeArgv
    for (place, bytes) in parts where (0..<Int(CommandLine.argc)).contains(place) {
      guard let word = unsafe words[place] else { continue }
      let part = bytes.clamped(to: 0..<(unsafe strlen(word)))
      unsafe memset(word + part.lowerBound, CInt(UInt8(ascii: "*")), part.count)
    }
  }

  /// Lets a write to a closed pipe fail with `outputClosed` instead of ending the process, and a standard
  /// stream that was closed fail instead of being the next file that is opened, such as the store.
  package static func takeStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The lowest number that is free is this one. In the wrong direction, so that each use of it fails.
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    // The former handler is of no interest: this is called once, at the start.
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Ends the process; what is buffered and not flushed is lost.
  package static func exit(_ code: ExitCode) -> Never {
    exit(number: code.rawValue)
  }

  /// Ends the process with a number of the program's own; what is buffered and not flushed is lost.
  package static func exit(number: Int32) -> Never {
    Glibc.exit(number)
  }
}
