internal import Glibc

/// What looks over the shoulder of the programs under test, if anything does.
package enum Sanitizer {
  /// Why nothing can be said about memory and descriptors; nothing where none is at work.
  ///
  /// `Tools/test` sets the variable.
  package static let obstacle: String? =
    unsafe getenv("DYAD_SANITIZER").map { _ in
      "a sanitizer has memory and descriptors of its own"
    }
}
