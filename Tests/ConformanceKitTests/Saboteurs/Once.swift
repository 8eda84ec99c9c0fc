/// Says yes the first time it is asked.
final class Once {
  private var isTaken = false

  func take() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }
}
