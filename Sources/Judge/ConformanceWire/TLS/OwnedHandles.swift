private import COpenSSL

/// A key inside OpenSSL, and the only owner of its handle.
@safe package final class OwnedKey {
  let handle: OpaquePointer

  package init(owning handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe EVP_PKEY_free(handle) }
}

/// A certificate inside OpenSSL, and the only owner of its handle.
@safe package final class OwnedCertificate {
  let handle: OpaquePointer

  package init(owning handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe X509_free(handle) }
}

/// Bytes that OpenSSL makes room for.
enum OwnedBytes {
  /// Copies what `write` puts there and gives the room back; empty where it fails.
  static func take(_ write: (inout UnsafeMutablePointer<UInt8>?) -> Int32) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = unsafe write(&bytes)
    defer { unsafe COpenSSL_free(bytes) }
    guard count > 0 else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
