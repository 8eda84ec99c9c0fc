/// The samples that belong to a correlation or a workout.
package struct Members: Hashable, Sendable {
  package var types: DictionaryColumn<ObjectType>
  package var uuids: [SampleUUID]

  package init() {
    types = DictionaryColumn()
    uuids = []
  }

  /// As many as one object may hold; a longer workout takes several associations.
  package static let most = 4_096

  package var count: Int { uuids.count }

  package mutating func append(_ uuid: SampleUUID, of type: ObjectType) {
    types.append(type)
    uuids.append(uuid)
  }
}
