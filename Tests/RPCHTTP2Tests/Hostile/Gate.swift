internal import Synchronization

/// Where handlers wait until a test lets them go; those who are cancelled wait as well.
final class Gate: Sendable {
  private struct Guarded {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let guarded = Mutex(Guarded())

  var isOpen: Bool { guarded.withLock { $0.isOpen } }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = guarded.withLock { guarded in
        if !guarded.isOpen { guarded.waiting.append(continuation) }
        return guarded.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = guarded.withLock { guarded in
      guarded.isOpen = true
      defer { guarded.waiting = [] }
      return guarded.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
