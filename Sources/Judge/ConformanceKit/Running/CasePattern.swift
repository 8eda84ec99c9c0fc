/// Which cases are meant: a path, in which `*` stands for anything within a segment and `**` for any
/// segments; all below a path that fits are meant, too.
package struct CasePattern: Hashable, Sendable {
  /// As it was written.
  package let text: String
  private let segments: [[UInt8]]

  /// Reads a pattern.
  ///
  /// - Throws: where it is empty, or a segment is.
  package init(_ text: String) throws(RunFailure) {
    self.text = text
    // A folder may be written with its slash.
    let trimmed = text.hasSuffix("/") ? text.dropLast() : text[...]
    segments = trimmed.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).map(Array.init)
    guard !segments.contains([]) else {
      throw RunFailure(
        .usage, "cannot use the pattern '\(Prose.quotable(text))': it has an empty segment",
        advice: "Write a path as --list prints it, such as 'sync/hello' or 'sync/**/bound-*'.")
    }
  }

  /// Whether it means the case at `path`.
  package func matches(_ path: String) -> Bool {
    // One row of "the first so many segments of the pattern fit what was read so far".
    var fits = [true] + segments.map { _ in false }
    openGaps(&fits)
    for segment in path.utf8.split(separator: 0x2F) {
      var next = fits.map { _ in false }
      for (index, wanted) in segments.enumerated() {
        if wanted == Self.gap {
          next[index + 1] = fits[index + 1]
        } else if fits[index] {
          next[index + 1] = Self.fits(wanted[...], Array(segment)[...])
        }
      }
      fits = next
      openGaps(&fits)
      if fits.last == true { return true }
    }
    return false
  }

  private static let star = UInt8(ascii: "*")
  private static let gap = [star, star]

  /// `**` may stand for no segment at all.
  private func openGaps(_ fits: inout [Bool]) {
    for (index, wanted) in segments.enumerated() where wanted == Self.gap && fits[index] {
      fits[index + 1] = true
    }
  }

  private static func fits(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var pattern = pattern
    var text = text
    var retry: (pattern: ArraySlice<UInt8>, text: ArraySlice<UInt8>)?
    while true {
      if pattern.first == star {
        pattern = pattern.dropFirst()
        retry = (pattern, text)
      } else if let byte = text.first, byte == pattern.first {
        pattern = pattern.dropFirst()
        text = text.dropFirst()
      } else if text.isEmpty, pattern.isEmpty {
        return true
      } else if let last = retry, !last.text.isEmpty {
        // The last star takes one byte more.
        retry = (last.pattern, last.text.dropFirst())
        pattern = last.pattern
        text = last.text.dropFirst()
      } else {
        return false
      }
    }
  }
}
