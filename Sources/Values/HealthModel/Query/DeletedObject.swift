/// What is left of a deleted object for an app: that it was, by UUID.
package struct DeletedObject: Hashable, Sendable {
  package var uuid: SampleUUID
  package var type: ObjectType

  package init(uuid: SampleUUID, type: ObjectType) {
    self.uuid = uuid
    self.type = type
  }
}
