private import Glibc

extension Machine {
  /// The number of the user that this process acts for.
  package static var user: UInt32 { geteuid() }
}
