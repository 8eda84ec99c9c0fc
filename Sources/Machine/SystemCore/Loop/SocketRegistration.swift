/// A resident's right to hear of a socket; ends with the last reference, or by `end()`.
///
/// `@unchecked`: all but ending happens on the loop.
package final class SocketRegistration: @unchecked Sendable {
  private let loop: EventLoop
  private let watch: SocketWatch

  init(_ watch: SocketWatch, on loop: EventLoop) {
    self.watch = watch
    self.loop = loop
  }

  deinit {
    end()
  }

  /// Which socket it is.
  package var id: SocketID { watch.id }

  /// What the resident hears of; on the loop only.
  package var interest: SocketInterest {
    loop.checkIsolated()
    return watch.interest
  }

  /// Changes what the resident hears of, on the loop only.
  ///
  /// It costs nothing when that is the same, and otherwise calls into the system.
  package func setInterest(_ interest: SocketInterest) {
    loop.checkIsolated()
    watch.setInterest(interest)
  }

  /// Lets the loop forget the socket, which closes when nobody else holds it.
  ///
  /// The resident hears nothing of it any more; if another thread ends it, as soon as the loop knows.
  package func end() {
    loop.endSoon(watch)
  }
}
