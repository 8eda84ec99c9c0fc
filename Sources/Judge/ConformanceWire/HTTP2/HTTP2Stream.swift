/// One stream of a connection.
package final class HTTP2Stream {
  package let link: HTTP2Link
  package let state: StreamState

  package init(_ link: HTTP2Link, _ state: StreamState) {
    self.link = link
    self.state = state
  }

  package var id: UInt32 { state.id }
  /// "dyad.v1.Sync/Session".
  package var method: String { state.method }
  /// The blocks of header fields as they came: the first, then perhaps trailers.
  package var headers: [[HeaderField]] { state.blocks }
  /// The blocks with a status below 200 that came before the first.
  package var informational: [[HeaderField]] { state.informational }
  /// Whether the other side has said END_STREAM.
  package var isEnded: Bool { state.hasEnded }
  /// Whether this side has.
  package var isFinished: Bool { state.isFinished }
  /// Why the other side reset it; `nil` if it did not.
  package var resetCode: UInt32? { state.resetCode }
  /// Whether the other side's GOAWAY says that it never looks at it.
  package var isPassedOver: Bool { state.isPassedOver }
  /// How much may be sent on the stream alone.
  package var sendWindow: Int { state.sendWindow }

  /// Takes what came.
  package func takeData() -> [UInt8] {
    defer { state.data = [] }
    return state.data
  }

  package func sendHeaders(_ fields: [HeaderField], end: Bool = false) throws(WireError) {
    try checkOpen()
    try link.writeHeaders(fields, on: id, end: end)
  }

  /// Sends all of the bytes as the windows allow, taking in frames while they do not.
  ///
  /// - Throws: `silence` where a window stays shut, `closed` where the stream is reset.
  package func send(_ data: [UInt8], end: Bool = false) throws(WireError) {
    guard !data.isEmpty || end else { return }
    var start = 0
    var deadline = link.scene.deadline
    repeat {
      try checkOpen()
      let room = min(link.sendWindow, state.sendWindow, link.peerFrameSize)
      let piece = Array(data[start..<min(data.count, start + max(0, room))])
      guard !piece.isEmpty || data.isEmpty else {
        do throws(WireError) {
          try link.pump(by: deadline)
        } catch {
          throw error.waiting(for: "room to send \(data.count - start) bytes (WINDOW_UPDATE)")
        }
        continue
      }
      start += piece.count
      try link.write(.data(id, piece, end: end && start == data.count))
      deadline = link.scene.deadline
    } while start < data.count
  }

  /// Opens the window of the stream by hand.
  package func openWindow(by increment: UInt32) throws(WireError) {
    try link.write(.windowUpdate(id, increment))
  }

  /// Gives the stream up.
  package func reset(_ code: UInt32 = Frame.Fault.cancel) throws(WireError) {
    try link.answer(.resetStream(id, code))
  }

  /// Waits until something came, ended or broke on the stream.
  package func pump(by deadline: Deadline) throws(WireError) {
    try checkNotOver()
    try link.pump(by: deadline)
  }

  /// - Throws: `closed` where nothing more comes.
  func checkNotOver() throws(WireError) {
    if let code = state.resetCode {
      throw .closed("the stream was reset, \(Frame.Fault.name(code))")
    }
    if state.isPassedOver {
      let code = link.goAway?.code ?? Frame.Fault.noError
      throw .closed("GOAWAY passes the stream over, \(Frame.Fault.name(code))")
    }
    if state.isResetHere { throw .closed("this side has reset the stream") }
  }

  private func checkOpen() throws(WireError) {
    try checkNotOver()
    guard !state.isFinished else { throw .closed("this side has ended the stream") }
  }
}
