private import COpenSSL

/// A text inside OpenSSL, and the only owner of its handle; it is wiped when it is freed.
@safe struct MemoryText: ~Copyable {
  let handle: OpaquePointer

  /// Copies `text`, and grows as it is written to; `nil` if there is no memory.
  init?(_ text: [UInt8] = []) {
    guard let handle = unsafe BIO_new(BIO_s_mem()) else { return nil }
    let count = Int32(clamping: text.count)
    let written = text.isEmpty ? 0 : unsafe BIO_write(handle, text, count)
    guard written == text.count else {
      _ = unsafe BIO_free(handle)  // The same as in `deinit`.
      return nil
    }
    unsafe self.handle = handle
  }

  deinit {
    // It has no end to write to, so there is nothing to report.
    _ = unsafe BIO_free(handle)
  }

  /// Lends what it holds.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var start: UnsafeMutablePointer<CChar>?
    let count = unsafe COpenSSL_contents(handle, &start)
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: max(0, count))
    return try unsafe body(bytes.bindMemory(to: UInt8.self).span)
  }
}
