/// Two directions of bytes: a socket, or TLS over one.
package protocol ByteLink: AnyObject {
  /// Sends all of the bytes; what comes meanwhile is kept for ``receive(by:)``.
  ///
  /// - Throws: `closed`, `silence` where the other side takes nothing in, and `refused`.
  func send(_ bytes: [UInt8], by deadline: Deadline) throws(WireError)

  /// What came, at least one byte; `nil` once the other side has ended.
  ///
  /// - Throws: `silence`, `closed` where the other side broke the connection, and `refused`.
  func receive(by deadline: Deadline) throws(WireError) -> [UInt8]?

  /// Says that nothing more will be sent; receiving goes on.
  func finishSending() throws(WireError)

  /// Ends the connection; nothing can be sent or received afterwards.
  func close()
}
