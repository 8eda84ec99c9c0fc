private import COpenSSL

/// One certificate, and the only owner of its handle.
///
/// It is `Sendable`, because nothing changes it once it is made and OpenSSL guards what it derives
/// from it with locks.
@safe final class Certificate: @unchecked Sendable {
  let handle: OpaquePointer

  /// Takes over the handle.
  init(owning handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe X509_free(handle)
  }
}
