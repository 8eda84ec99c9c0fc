private import Glibc

extension FileSystem {
  /// Makes a file as long as `size`, with room on the disk for all of it; one that is there gets longer.
  ///
  /// What root makes belongs to whom the folder belongs to.
  ///
  /// - Throws: `noSpace` where there is less room; the file may be there then, and shorter.
  package static func allocateFile(_ path: String, size: Int) throws(SystemError) {
    let operation = "make room for"
    let file = try OpenFile.makeOrOpen(path, flags: O_WRONLY, cannot: operation)
    let status = posix_fallocate(file.descriptor, 0, size)
    guard status == 0 else { throw SystemError(cannot: operation, path, number: status) }
  }
}
