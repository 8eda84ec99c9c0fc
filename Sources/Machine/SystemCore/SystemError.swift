private import Glibc

/// Why the system, or this module on top of it, refused to do something.
package struct SystemError: Error, Hashable {
  /// What a caller may react to; everything else is for the log.
  package enum Code: Hashable, Sendable {
    /// Somebody listens at the address.
    case addressInUse
    /// What was to be made is there already.
    case alreadyExists
    /// As many wait to be let in as the listener lets wait.
    case busy
    /// The other end broke the connection, or has closed its side of it.
    case connectionLost
    /// Nobody listens at the address.
    case connectionRefused
    /// Another process has what only one may have.
    case locked
    /// The disk or the quota is used up.
    case noSpace
    /// A file stands where the path needs a folder.
    case notFolder
    /// There is no such file or folder.
    case notFound
    /// The user may not do this.
    case notPermitted
    /// The file system takes no writes.
    case readOnly
    /// There is more than the caller is ready for.
    case tooLarge
    /// This process, or the system, has no descriptors left.
    case tooManyOpen
    /// No way leads to the other machine, or it does not answer.
    case unreachable
    /// Anything nobody reacts to.
    case other
  }

  /// What a caller may react to.
  package var code: Code
  /// The system's number for the reason; zero where this module found the fault itself.
  package var number: Int32
  /// What was being attempted, as a verb phrase: "create the folder".
  package var operation: String
  /// The file, folder or address concerned.
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
    case EADDRINUSE: self = .addressInUse
    case EEXIST, ENOTEMPTY: self = .alreadyExists
    case ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN: self = .connectionLost
    case ECONNREFUSED: self = .connectionRefused
    case EWOULDBLOCK: self = .locked
    case ENOSPC, EDQUOT: self = .noSpace
    case ENOENT: self = .notFound
    case ENOTDIR: self = .notFolder
    case EACCES, EPERM: self = .notPermitted
    case EROFS: self = .readOnly
    case EFBIG, EOVERFLOW: self = .tooLarge
    case EMFILE, ENFILE: self = .tooManyOpen
    case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN: self = .unreachable
    default: self = .other
    }
  }
}

extension SystemError {
  /// The name of the number and what it means; `strerror` may not be called from two threads.
  private static func words(for number: Int32) -> String {
    switch number {
    case EACCES: "permission denied (EACCES)"
    case EADDRINUSE: "somebody listens there already (EADDRINUSE)"
    case EADDRNOTAVAIL: "this machine has no such address (EADDRNOTAVAIL)"
    case EAFNOSUPPORT: "this machine has no addresses of the kind (EAFNOSUPPORT)"
    case EAGAIN: "it cannot be done at once (EAGAIN)"
    case EBADF: "no such descriptor is open (EBADF)"
    case EBUSY: "it is in use (EBUSY)"
    case ECONNABORTED: "the connection was given up (ECONNABORTED)"
    case ECONNREFUSED: "nobody listens there (ECONNREFUSED)"
    case ECONNRESET: "the other end broke the connection (ECONNRESET)"
    case EDQUOT: "the disk quota is used up (EDQUOT)"
    case EEXIST: "it exists already (EEXIST)"
    case EFBIG: "the file would be too large (EFBIG)"
    case EHOSTDOWN: "the other machine is down (EHOSTDOWN)"
    case EHOSTUNREACH: "no way leads to the other machine (EHOSTUNREACH)"
    case EINVAL: "the system does not take this (EINVAL)"
    case EIO: "the device reports an error (EIO)"
    case EISDIR: "it is a folder (EISDIR)"
    case ELOOP: "it is a symbolic link, or leads through too many (ELOOP)"
    case EMFILE: "this process has too many files open (EMFILE)"
    case ENAMETOOLONG: "the name is too long (ENAMETOOLONG)"
    case ENETDOWN: "the network is down (ENETDOWN)"
    case ENETUNREACH: "no way leads to the network (ENETUNREACH)"
    case ENFILE: "the system has too many files open (ENFILE)"
    case ENODEV, ENXIO: "there is no such device (ENODEV)"
    case ENOENT: "no such file or folder (ENOENT)"
    case ENOMEM: "memory is used up (ENOMEM)"
    case ENOSPC: "the disk is full (ENOSPC)"
    case ENOTCONN: "it is not connected (ENOTCONN)"
    case ENOTDIR: "part of the path is not a folder (ENOTDIR)"
    case ENOTEMPTY: "the folder is not empty (ENOTEMPTY)"
    case EPERM: "the operation is not permitted (EPERM)"
    case EPIPE: "the other end has closed the connection (EPIPE)"
    case EROFS: "the file system is read-only (EROFS)"
    case ETIMEDOUT: "the other machine does not answer (ETIMEDOUT)"
    case ETXTBSY: "the program is running (ETXTBSY)"
    case EXDEV: "it is on another file system (EXDEV)"
    default: "error number \(number)"
    }
  }
}
