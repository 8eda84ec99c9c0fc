private import Glibc

/// What a store needs of the file system; folders are made 0700 and files 0600.
package enum FileSystem {
  /// Makes the folder and those above it that are missing; one that is there stays as it is.
  package static func createFolder(_ path: String) throws(SystemError) {
    let operation = "create the folder"
    guard path.hasPrefix("/") else {
      throw SystemError(.other, cannot: operation, path, "the path does not start at the root")
    }
    if try isFolder(path, cannot: operation) { return }
    let parent = folder(of: path)
    try createFolder(parent)
    guard unsafe mkdir(path, 0o700) == 0 else {
      // Somebody else may have been faster.
      if errno == EEXIST, try isFolder(path, cannot: operation) { return }
      throw SystemError(cannot: operation, path)
    }
    try synchronizeFolder(parent)
  }

  /// Makes a file that must not exist yet, and returns once it is on the disk.
  ///
  /// - Parameters:
  ///   - path: Where it is to be.
  ///   - contents: Its bytes.
  ///   - isOfFolder: Whether what root makes belongs to whom the folder belongs to, as all of a store's own
  ///     files do.
  /// - Throws: `alreadyExists`, also for a link that leads nowhere; nothing is left behind.
  package static func createFile(
    _ path: String, _ contents: [UInt8], asOfFolder isOfFolder: Bool = false
  ) throws(SystemError) {
    try fill(try newFile(path, asOfFolder: isOfFolder), with: contents)
    try synchronizeFolder(folder(of: path))
  }

  /// Replaces the file so that, whatever happens, either the old or the new contents are there, and
  /// returns once the new ones are on the disk.
  ///
  /// One writer at a time: the new contents pass through a file of one name, `path` and ".new", and
  /// what a crash left there is overwritten.
  package static func replaceFile(
    _ path: String, _ contents: [UInt8], asOfFolder isOfFolder: Bool = false
  ) throws(SystemError) {
    let fresh = "\(path).new"
    _ = try removeFile(fresh)
    try fill(try newFile(fresh, asOfFolder: isOfFolder), with: contents)
    guard unsafe rename(fresh, path) == 0 else {
      let error = SystemError(cannot: "replace", path)
      _ = unsafe unlink(fresh)  // The next call would remove it.
      throw error
    }
    try synchronizeFolder(folder(of: path))
  }

  /// Writes into what somebody else has put there: a device, a pipe, or what a link leads to.
  package static func write(_ contents: [UInt8], into path: String) throws(SystemError) {
    try OpenFile(path, flags: O_WRONLY | O_TRUNC, cannot: "write").writeAll(contents)
  }

  /// The file's contents.
  ///
  /// - Throws: `tooLarge` when there are more than `bound` bytes, and `notFound`.
  package static func readFile(_ path: String, atMost bound: Int) throws(SystemError) -> [UInt8] {
    // A pipe in the file's place must not make anyone wait.
    try OpenFile(path, flags: O_RDONLY | O_NONBLOCK, cannot: "read").readAll(atMost: bound)
  }

  /// Removes the file; whether there was one.
  package static func removeFile(_ path: String) throws(SystemError) -> Bool {
    guard unsafe unlink(path) == 0 else {
      if errno == ENOENT { return false }
      throw SystemError(cannot: "remove", path)
    }
    return true
  }

  /// Whether something is there.
  ///
  /// - Throws: when the system does not let one know.
  package static func exists(_ path: String) throws(SystemError) -> Bool {
    try status(of: path, cannot: "look at") != nil
  }

  /// The file's length in bytes.
  package static func size(of path: String) throws(SystemError) -> Int {
    guard let status = try status(of: path, cannot: "measure") else {
      throw SystemError(cannot: "measure", path, number: ENOENT)
    }
    return status.st_size
  }

  /// How many bytes this user may still write where `path` is.
  package static func freeSpace(at path: String) throws(SystemError) -> Int {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else {
      throw SystemError(cannot: "measure the free space at", path)
    }
    let (bytes, overflow) = status.f_bavail.multipliedReportingOverflow(by: status.f_frsize)
    return overflow ? Int.max : Int(clamping: bytes)
  }

  /// Returns once the folder's list of names is on the disk.
  package static func synchronizeFolder(_ path: String) throws(SystemError) {
    try OpenFile(path, flags: O_RDONLY | O_DIRECTORY, cannot: "sync").synchronize()
  }
}

extension FileSystem {
  private static func newFile(
    _ path: String, asOfFolder isOfFolder: Bool
  ) throws(SystemError)
    -> OpenFile
  {
    if isOfFolder { return try OpenFile.make(path, flags: O_WRONLY, cannot: "create") }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    return try OpenFile(path, flags: flags, cannot: "create")
  }

  /// Writes a new file, and removes it if that fails.
  private static func fill(_ file: consuming OpenFile, with contents: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try file.writeAll(contents)
      try file.synchronize()
    } catch {
      _ = unsafe unlink(file.path)  // The first error is the one to report.
      throw error
    }
  }

  private static func isFolder(_ path: String, cannot operation: String) throws(SystemError) -> Bool
  {
    guard let status = try status(of: path, cannot: operation) else { return false }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw SystemError(.alreadyExists, cannot: operation, path, "something else has its name")
    }
    return true
  }

  private static func status(of path: String, cannot operation: String) throws(SystemError) -> stat?
  {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemError(cannot: operation, path)
    }
    return status
  }

  static func folder(of path: String) -> String {
    var rest = path[...]
    while rest.count > 1, rest.hasSuffix("/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "." }
    return slash == rest.startIndex ? "/" : String(rest[..<slash])
  }
}
