private import COpenSSL

/// One private key, and the only owner of its handle; OpenSSL wipes it when it frees it.
///
/// It is `Sendable`, because nothing changes it and OpenSSL counts its references with atomics.
@safe final class PrivateKey: @unchecked Sendable {
  let handle: OpaquePointer

  /// Takes over the handle.
  init(owning handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe EVP_PKEY_free(handle)
  }
}
