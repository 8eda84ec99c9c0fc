internal import SQLiteCore
internal import StoreTables

/// What SQLite calls when it loads `libdyad-sqlite.so`, under the name that it makes of the file's.
///
/// - Parameters:
///   - handle: The connection that loads it.
///   - message: Takes why that fails.
///   - functions: What SQLite offers to extensions.
/// - Returns: A status of SQLite's.
@_cdecl("sqlite3_dyadsqlite_init")
public func loadExtension(
  _ handle: OpaquePointer, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ functions: UnsafeRawPointer
) -> Int32 {
  unsafe TableHost.load(handle, message, functions) { host in
    try LoadedStore.tables().add(to: host, isListed: false)
  }
}
