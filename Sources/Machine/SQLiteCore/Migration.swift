/// One step of a schema, from the version before it to its own.
package struct Migration: Hashable, Sendable {
  /// The schema's version afterwards; at least 1.
  package var version: Int
  /// The script; it must not begin or end a transaction.
  package var sql: String

  /// States a step.
  package init(version: Int, sql: String) {
    self.version = version
    self.sql = sql
  }

  /// States a step whose script is an embedded file.
  package init(version: Int, sql bytes: [UInt8]) {
    guard let sql = String(validating: bytes, as: UTF8.self) else {
      preconditionFailure("the script of version \(version) is not UTF-8")
    }
    self.init(version: version, sql: sql)
  }
}
