/// What tells people and reports nothing of what it holds.
///
/// `print`, `dump`, interpolation and mirrors show its description alone.
package protocol ContentHiding: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension ContentHiding {
  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
