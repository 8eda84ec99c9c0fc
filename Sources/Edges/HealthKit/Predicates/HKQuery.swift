/// A question to a health store.
open class HKQuery: NSObject, @unchecked Sendable {
  /// The type that is asked for.
  public let objectType: HKObjectType?
  /// Which objects are asked for.
  public let predicate: NSPredicate?
  /// What becomes of it when a store executes it.
  let execution = QueryExecution()

  init(objectType: HKObjectType?, predicate: NSPredicate?) {
    self.objectType = objectType
    self.predicate = predicate
  }

  /// The type that is asked for, where it has samples.
  open var sampleType: HKSampleType? { objectType as? HKSampleType }
}
