/// What is wrong with a configuration, and where.
package struct ConfigurationError: Error, Hashable {
  /// The file.
  package var file: String
  /// The line, counted from 1; `nil` where the file as a whole is meant.
  package var line: Int?
  /// What is wrong, with the key where it is a setting, and what is expected.
  package var detail: String
  /// What to do about it, as a full line of its own, where there is something to say.
  package var advice: String?

  /// Makes an error that reads "cannot use FILE, line LINE: DETAIL".
  package init(file: String, line: Int?, _ detail: String, advice: String? = nil) {
    self.file = file
    self.line = line
    self.detail = detail
    self.advice = advice
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// The message, without the advice.
  package var description: String {
    let place = line.map { "\(file), line \($0)" } ?? file
    return "cannot use \(place): \(detail)"
  }
}
