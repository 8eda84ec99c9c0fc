internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess

extension Argument {
  /// The short names of all types that have samples.
  static let typeNames = ObjectType.all.filter { $0.description?.isSample ?? false }.map(\.name)

  static let type = Argument(
    "TYPE", help: "A type, such as heartRate; 'dyad types --all' lists them",
    completion: .words(typeNames))
}

extension ObjectType {
  /// The type somebody typed: one of the catalogue, or one of a newer version that the store holds.
  init(typed name: String, in data: any OwnerAccess) async throws {
    if let type = ObjectType(named: name) {
      guard type.description?.isSample ?? false else {
        throw ProgramFailure(
          .usage, "cannot use \(type.name): it has no samples",
          advice: "'dyad types --all' lists the types that have.")
      }
      self = type
      return
    }
    let type = ObjectType(name)
    guard try await data.counts()[type] != nil else {
      throw TypeWords.unknown(name, among: Argument.typeNames)
    }
    self = type
  }
}
