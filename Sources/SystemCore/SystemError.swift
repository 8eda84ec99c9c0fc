private import Glibc

/// Why the system, or this module on top of it, refused to do something.
package struct SystemError: Error, Hashable {
  /// What a caller may react to; everything else is for the log.
  package enum Code: Hashable, Sendable {
    /// What was to be made is there already.
    case alreadyExists
    /// Another process has what only one may have.
    case locked
    /// The disk or the quota is used up.
    case noSpace
    /// There is no such file or folder.
    case notFound
    /// The user may not do this.
    case notPermitted
    /// The file system takes no writes.
    case readOnly
    /// There is more than the caller is ready for.
    case tooLarge
    /// Anything nobody reacts to.
    case other
  }

  /// What a caller may react to.
  package var code: Code
  /// The system's number for the reason; zero where this module found the fault itself.
  package var number: Int32
  /// What was being attempted, as a verb phrase: "create the folder".
  package var operation: String
  /// The file or folder concerned.
  package var path: String
  /// The reason.
  package var detail: String
  /// The process that has what is `locked`, where it is known.
  package var owner: Int32?

  /// States a fault that this module found itself.
  init(_ code: Code, cannot operation: String, _ path: String, _ detail: String) {
    self.code = code
    self.number = 0
    self.operation = operation
    self.path = path
    self.detail = detail
  }

  /// Reads the reason from `errno`, or takes `number`.
  init(cannot operation: String, _ path: String, number: Int32 = errno) {
    self.code = Code(number)
    self.number = number
    self.operation = operation
    self.path = path
    self.detail = SystemError.words(for: number)
  }
}

extension SystemError: CustomStringConvertible {
  /// "cannot OPERATION PATH: DETAIL".
  package var description: String { "cannot \(operation) \(path): \(detail)" }
}

extension SystemError.Code {
  fileprivate init(_ number: Int32) {
    switch number {
    case EEXIST, ENOTEMPTY: self = .alreadyExists
    case EWOULDBLOCK: self = .locked
    case ENOSPC, EDQUOT: self = .noSpace
    case ENOENT: self = .notFound
    case EACCES, EPERM: self = .notPermitted
    case EROFS: self = .readOnly
    case EFBIG, EOVERFLOW: self = .tooLarge
    default: self = .other
    }
  }
}

extension SystemError {
  /// The name of the number and what it means; `strerror` may not be called from two threads.
  private static func words(for number: Int32) -> String {
    switch number {
    case EACCES: "permission denied (EACCES)"
    case EBUSY: "it is in use (EBUSY)"
    case EDQUOT: "the disk quota is used up (EDQUOT)"
    case EEXIST: "it exists already (EEXIST)"
    case EFBIG: "the file would be too large (EFBIG)"
    case EINVAL: "the system does not take this (EINVAL)"
    case EIO: "the device reports an error (EIO)"
    case EISDIR: "it is a folder (EISDIR)"
    case ELOOP: "it is a symbolic link, or leads through too many (ELOOP)"
    case EMFILE: "this process has too many files open (EMFILE)"
    case ENAMETOOLONG: "the name is too long (ENAMETOOLONG)"
    case ENFILE: "the system has too many files open (ENFILE)"
    case ENODEV, ENXIO: "there is no such device (ENODEV)"
    case ENOENT: "no such file or folder (ENOENT)"
    case ENOMEM: "memory is used up (ENOMEM)"
    case ENOSPC: "the disk is full (ENOSPC)"
    case ENOTDIR: "part of the path is not a folder (ENOTDIR)"
    case ENOTEMPTY: "the folder is not empty (ENOTEMPTY)"
    case EPERM: "the operation is not permitted (EPERM)"
    case EROFS: "the file system is read-only (EROFS)"
    case ETXTBSY: "the program is running (ETXTBSY)"
    case EXDEV: "it is on another file system (EXDEV)"
    default: "error number \(number)"
    }
  }
}
