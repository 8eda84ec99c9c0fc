private import Glibc

/// What the threads of this process have used of its processors.
package enum ProcessorTime {
  /// All of it since the start.
  package static var used: Duration { .microseconds(Int64(clock())) }
}
