/// Why an element of an export was not taken.
package enum ImportProblem: Hashable, Sendable {
  case badTag(String)
  case badUnit(String)
  case badDate
  case badNumber
  case badText
  case endsEarly
  case noType
  case unknownValue
  case wrongUnit
  case missingMetadata(String)
  case incomplete
  case refused(String)
  case unreadable(String)
  case tooLong(bytes: Int)

  /// The reason for a person to read.
  package var text: String {
    switch self {
    case .badTag(let fault): fault
    case .badUnit(let unit): "the unit '\(unit)' is not known"
    case .badDate: "a date is missing, or is none"
    case .badNumber: "the value is missing, or is no number"
    case .badText: "a text is too long, or has a NUL"
    case .endsEarly: "it ends before it starts"
    case .noType: "it has no type"
    case .unknownValue: "the value is not one of those that the type has"
    case .wrongUnit: "the unit measures something else than the type"
    case .missingMetadata(let key): "the type requires metadata \(key)"
    case .incomplete: "a sample is missing that makes it whole"
    case .refused(let detail): "the store refuses it: \(detail)"
    case .unreadable(let detail): detail
    case .tooLong(let bytes):
      "it takes \(bytes >> 20) MiB, more than a daemon takes at once: import it while none runs"
    }
  }
}
