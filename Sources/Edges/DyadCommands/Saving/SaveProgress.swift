internal import CommandLineCore
internal import CommandSupport

/// How far `dyad save` came: a signal that ends it waits until the group under way is saved.
actor SaveProgress {
  private let again: Bool
  private var text = "saved 0 samples"
  /// The last line of which all up to it is saved, or was set aside.
  private var place: String?
  private var isSaving = false
  private var isOver = false
  private var waiting: CheckedContinuation<Void, Never>?

  /// - Parameter again: Whether lines that are stored are saved once more.
  init(again: Bool) {
    self.again = again
  }

  /// What to do about the rest.
  private var goOn: String {
    again
      ? "Save what comes after it to go on."
      : "Save the same again to go on: lines that are there are left out."
  }

  /// Begins with a group; not where a signal came.
  func begin() -> Bool {
    isSaving = !isOver
    return isSaving
  }

  /// Notes what was saved so far.
  ///
  /// - Parameters:
  ///   - text: How much, in words.
  ///   - place: The last line up to which all is saved; `nil` where it is that of before.
  func end(_ text: String, upTo place: String?) {
    self.text = text
    self.place = place ?? self.place
    isSaving = false
    waiting?.resume()
    waiting = nil
  }

  /// Lets no further group begin, waits for the one that is being saved, and tells how far it came.
  func interrupt() async {
    isOver = true
    if isSaving { await withCheckedContinuation { waiting = $0 } }
    let upTo = place.map { ", all up to \($0)" } ?? ""
    let advice = place == nil ? [] : ["  \(goOn)"]
    Console.standard.writeErrorLines(["dyad: interrupted: \(text)\(upTo)"] + advice)
  }

  /// The error that ends it, with what to do about the rest.
  ///
  /// - Parameters:
  ///   - error: Why it ends.
  ///   - isLine: Whether it names a line, before which all is saved.
  /// - Returns: What to tell.
  func failure(_ error: any Error, isLine: Bool) -> ProgramFailure {
    var failure = ProgramFailure(error)
    let rest =
      if isLine {
        if place == nil {
          "Correct it and save the same again."
        } else if again {
          "All before it is saved. Correct it and save the lines from there on."
        } else {
          "All before it is saved. Correct it and save the same again: lines that are there are left out."
        }
      } else {
        place.map { "All up to \($0) is saved. \(goOn)" } ?? "Nothing was saved."
      }
    failure.advice = [failure.advice, rest].compactMap(\.self).joined(separator: " ")
    return failure
  }
}
