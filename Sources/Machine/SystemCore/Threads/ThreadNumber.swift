private import Glibc

/// Tells threads apart.
enum ThreadNumber {
  /// The calling thread's; never 0.
  static var current: UInt64 { UInt64(pthread_self()) }
}
