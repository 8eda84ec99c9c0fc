/// The sources that the tests were built from.
package enum SourceTree {
  /// Where they are.
  package static let path = #filePath.split(separator: "/").dropLast(3)
    .reduce("") { $0 + "/" + $1 }

  /// The text of a file of theirs, by its way from there.
  package static func text(_ name: String) throws(TestSupportError) -> String {
    String(decoding: try TemporaryFolder.read("\(path)/\(name)"), as: UTF8.self)
  }
}
