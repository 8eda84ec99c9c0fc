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

  /// Lets a write to a closed pipe fail with `outputClosed` instead of ending the process.
  package static func ignoreBrokenPipes() {
    // The former handler is of no interest: this is called once, at the start.
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Ends the process; what is buffered and not flushed is lost.
  package static func exit(_ code: ExitCode) -> Never {
    Glibc.exit(code.rawValue)
  }
}
