/// Which rules are in force: all of them, but in the simulation's build, where one at a time can be
/// broken to show that it is noticed.
package struct Rules: Hashable, Sendable {
  #if DELIBERATE_BUGS
  private let bug: DeliberateBug?

  /// All rules, less what `bug` breaks.
  package init(with bug: DeliberateBug? = nil) { self.bug = bug }

  func has(_ bug: DeliberateBug) -> Bool { self.bug == bug }
  #else
  package init() {}

  @inline(__always) func has(_ bug: DeliberateBug) -> Bool { false }
  #endif
}
