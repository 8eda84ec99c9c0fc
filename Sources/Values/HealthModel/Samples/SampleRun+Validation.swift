extension SampleRun {
  /// Checks everything about an app's samples that can be known without a store.
  ///
  /// - Parameter cutoff: The earliest permitted sample date; a sample may end at it.
  /// - Throws: `invalidArgument`, in HealthKit's words where they are known, without any value.
  package func checkForSaving(notBefore cutoff: Double) throws(ModelError) {
    guard let description = type.description, description.isSample else {
      // Records of our own come from the store's own code.
      if type == .association {
        try checkDates(notBefore: cutoff)
        try checkAssociations()
        return try checkTexts()
      }
      throw refusal("\(type.identifier) is no type that samples have")
    }
    try checkDates(notBefore: cutoff)
    try checkPayload(description)
    try checkMetadata(description)
    try checkTexts()
  }

  private func checkAssociations() throws(ModelError) {
    guard case .objects(let bodies) = payload else {
      throw refusal("an association has no members")
    }
    for body in bodies {
      guard case .association(_, let members) = body, (1...Members.most).contains(members.count)
      else { throw refusal("a workout takes 1 to \(Members.most) samples at a time") }
    }
  }

  private func checkDates(notBefore cutoff: Double) throws(ModelError) {
    for row in 0..<count {
      let start = starts[row]
      let end = ends[row]
      guard Instant.permitted.contains(start), Instant.permitted.contains(end) else {
        throw refusal("a date of \(type.identifier) is outside the years 1 to 9999")
      }
      guard start <= end else {
        throw refusal("a sample of \(type.identifier) ends before it starts")
      }
      guard end >= cutoff else {
        throw refusal(
          "a sample of \(type.identifier) ends before the earliest permitted sample date, "
            + "\(cutoff) seconds since 2001-01-01 UTC")
      }
    }
  }

  private func checkPayload(_ description: TypeDescription) throws(ModelError) {
    switch (description.kind, payload) {
    case (.quantity, .quantity(let values, let units)):
      guard let canonical = description.canonicalUnit else { return }
      for unit in units.values where !unit.isCompatible(with: canonical) {
        throw refusal(
          "\(type.identifier) requires a unit compatible with \(canonical.unitString). "
            + "Incompatible unit: \(unit.unitString)")
      }
      try checkFinite(values, units, canonical)
    case (.category, .category(let values)):
      guard let permitted = description.categoryValues, values.allSatisfy(permitted.contains)
      else { throw refusal("a value is not compatible with type \(type.identifier)") }
    case (.correlation, .objects(let bodies)):
      for body in bodies {
        guard case .correlation(let members) = body, (1...Members.most).contains(members.count),
          description.isComplete(with: (0..<members.count).map { members.types[$0] })
        else { throw refusal("\(type.identifier) lacks a sample it needs, or holds another") }
      }
    case (.workout, .objects(let bodies)):
      for (row, body) in bodies.enumerated() {
        guard case .workout(let workout) = body else {
          throw refusal("a workout lacks what makes it one")
        }
        try workout.check(in: starts[row]...ends[row])
      }
    case (.document, .objects(let bodies)):
      for body in bodies {
        guard case .document(let document) = body, document.byteCount > 0,
          Document.Field.allCases.allSatisfy({
            document[$0].utf8.count <= Source.mostTextBytes && !document[$0].utf8.contains(0)
          })
        else { throw refusal("a document has no bytes, or too long a title or name") }
      }
    case (.details, .objects(let bodies)):
      for (row, body) in bodies.enumerated() {
        guard case .details(let details) = body else { throw refusal("an object has no details") }
        try details.check(for: type, in: starts[row]...ends[row])
      }
    default: throw refusal("\(type.identifier) wants another kind of value")
    }
  }

  /// Above this a value may be finite in its unit and not in the canonical one.
  private static let safeMagnitude = 1e290

  private func checkFinite(
    _ values: [Double], _ units: DictionaryColumn<Unit>, _ canonical: Unit
  ) throws(ModelError) {
    var isFinite = true
    for (row, value) in values.enumerated() where !(abs(value) < Self.safeMagnitude) {
      let converted = try UnitConversion(from: units[row], to: canonical)(value)
      if !value.isFinite || !converted.isFinite { isFinite = false }
    }
    guard isFinite else { throw refusal("a quantity of \(type.identifier) is not finite") }
  }

  private func checkMetadata(_ description: TypeDescription) throws(ModelError) {
    for key in description.requiredMetadata
    where metadata.first(where: { $0.key == key })?.rows.count != count {
      throw refusal("type \(type.identifier) does not have required metadata \(key)")
    }
    for column in metadata {
      for value in column.values.values { try MetadataKey.check(column.key, value) }
    }
    try checkMetadataSize()
  }

  private func checkMetadataSize() throws(ModelError) {
    // So few and short entries cannot add up to too much.
    let short = MetadataKey.mostBytes / MetadataKey.mostKeys
    let isSmall = metadata.allSatisfy { column in
      column.values.values.allSatisfy { column.key.utf8.count + $0.byteCount <= short }
    }
    guard metadata.count > MetadataKey.mostKeys || !isSmall else { return }
    var keys = [Int](repeating: 0, count: count)
    var bytes = keys
    for column in metadata {
      column.values.forEachRun { value, entries in
        for entry in entries {
          keys[column.rows[entry]] += 1
          bytes[column.rows[entry]] += column.key.utf8.count + value.byteCount
        }
      }
    }
    guard keys.allSatisfy({ $0 <= MetadataKey.mostKeys }) else {
      throw refusal("an object has more than \(MetadataKey.mostKeys) metadata keys")
    }
    guard bytes.allSatisfy({ $0 <= MetadataKey.mostBytes }) else {
      throw refusal("an object has more than \(MetadataKey.mostBytes) bytes of metadata")
    }
  }

  private func checkTexts() throws(ModelError) {
    for revision in sources.values {
      guard !revision.source.bundleIdentifier.isEmpty,
        [revision.source.bundleIdentifier, revision.source.name, revision.version ?? ""]
          .allSatisfy({ $0.utf8.count <= Source.mostTextBytes && !$0.utf8.contains(0) })
      else {
        throw refusal(
          "a source needs a bundle identifier, and texts of at most \(Source.mostTextBytes) bytes")
      }
    }
    for device in devices.values.compactMap({ $0 }) {
      for property in Device.Property.allCases {
        guard let text = device[property] else { continue }
        guard text.utf8.count <= Source.mostTextBytes, !text.utf8.contains(0) else {
          throw refusal("a device property has more than \(Source.mostTextBytes) bytes")
        }
      }
    }
  }

  private func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "save the objects", detail)
  }
}
