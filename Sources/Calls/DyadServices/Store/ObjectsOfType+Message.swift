package import HealthModel

extension ObjectsOfTypeMessage {
  /// Names objects of a type; without a type where nobody has to say it.
  package init(_ uuids: [SampleUUID], of type: ObjectType?) {
    self.init()
    self.type = type?.identifier ?? ""
    self.uuids = SampleUUID.bytes(of: uuids)
  }

  /// The objects, 16 bytes each.
  package func sampleUUIDs() throws(StoreWireError) -> [SampleUUID] {
    try SampleUUID.list(uuids, in: "objects.uuids")
  }

  /// The type of the objects; `nil` where it is left out.
  package func objectType() throws(StoreWireError) -> ObjectType? {
    type.isEmpty ? nil : ObjectType(try StoreWireError.text(type, in: "objects.type"))
  }

  /// Names objects of a type, in as many messages as they take.
  package static func messages(
    of uuids: [SampleUUID], type: ObjectType?
  ) -> [ObjectsOfTypeMessage] {
    stride(from: 0, to: uuids.count, by: StoreBounds.entries).map { start in
      let end = min(start + StoreBounds.entries, uuids.count)
      return ObjectsOfTypeMessage(Array(uuids[start..<end]), of: type)
    }
  }
}

extension DeletedObject {
  /// Names deleted objects in the order in which they went.
  package static func messages(of objects: [DeletedObject]) -> [ObjectsOfTypeMessage] {
    objects.chunked { $0.type == $1.type }.flatMap { chunk in
      ObjectsOfTypeMessage.messages(of: chunk.map(\.uuid), type: chunk.first?.type)
    }
  }

  /// Reads which objects were deleted.
  package static func objects(
    _ messages: [ObjectsOfTypeMessage]
  ) throws(StoreWireError) -> [DeletedObject] {
    var objects: [DeletedObject] = []
    for message in messages {
      guard let type = try message.objectType() else {
        throw StoreWireError("objects.type", "it is left out")
      }
      for uuid in try message.sampleUUIDs() {
        objects.append(DeletedObject(uuid: uuid, type: type))
      }
    }
    return objects
  }
}

extension Array {
  /// The elements that follow each other and belong together, as slices.
  fileprivate func chunked(_ belongTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = 0
    for index in indices.dropFirst() where !belongTogether(self[index - 1], self[index]) {
      chunks.append(self[start..<index])
      start = index
    }
    if start < count { chunks.append(self[start...]) }
    return chunks
  }
}
