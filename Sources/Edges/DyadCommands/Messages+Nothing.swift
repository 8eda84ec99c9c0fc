internal import CommandSupport
internal import HealthModel
internal import StoreAccess

extension Messages {
  /// Says why nothing is shown: there is no sample of the type, or none that the conditions mean.
  static func noteNothing(of type: ObjectType, _ data: any OwnerAccess) async {
    guard let known = try? await data.sources(of: type, where: .constant(true)) else { return }
    note(
      known.isEmpty
        ? "there are no samples of \(type.name)"
        : "there are samples of \(type.name), but none that the conditions mean")
  }
}
