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

  /// The same with other samples of the same types in the place of some, each of them once.
  package func replacing(_ heirs: [SampleUUID: SampleUUID]) -> Self {
    guard uuids.contains(where: { heirs[$0] != nil }) else { return self }
    var result = Self()
    var known: Set<SampleUUID> = []
    for (index, uuid) in uuids.enumerated() {
      let heir = heirs[uuid] ?? uuid
      // Two that were the same before stay two.
      guard known.insert(heir).inserted || heir == uuid else { continue }
      result.append(heir, of: types[index])
    }
    return result
  }
}
