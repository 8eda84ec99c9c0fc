/// A set of object types that may be "all but these", because new types can appear at any time.
package struct TypeScope: Hashable, Sendable {
  /// Whether `listed` are the types that are not in it.
  package var isExclusion: Bool
  package var listed: Set<ObjectType>

  package init(isExclusion: Bool, listed: Set<ObjectType>) {
    self.isExclusion = isExclusion
    self.listed = listed
  }

  package static let all = Self(isExclusion: true, listed: [])
  /// What a watch gets until the owner of its phone says otherwise: no documents and records of clinics.
  package static let withoutDocuments = Self(
    isExclusion: true, listed: Set(TypeCatalogue.clinical.map(\.type)).union([.cda]))
  package static let none = Self(isExclusion: false, listed: [])

  /// Exactly the given types.
  package static func only(_ types: Set<ObjectType>) -> Self {
    Self(isExclusion: false, listed: types)
  }

  package func contains(_ type: ObjectType) -> Bool { listed.contains(type) != isExclusion }

  /// Puts a type in, or takes it out.
  package mutating func set(_ type: ObjectType, _ isIn: Bool) {
    if isIn != isExclusion { listed.insert(type) } else { listed.remove(type) }
  }

  package func intersection(_ other: Self) -> Self {
    switch (isExclusion, other.isExclusion) {
    case (true, true): Self(isExclusion: true, listed: listed.union(other.listed))
    case (true, false): .only(other.listed.subtracting(listed))
    case (false, true): .only(listed.subtracting(other.listed))
    case (false, false): .only(listed.intersection(other.listed))
    }
  }

  package func union(_ other: Self) -> Self {
    switch (isExclusion, other.isExclusion) {
    case (true, true): Self(isExclusion: true, listed: listed.intersection(other.listed))
    case (true, false): Self(isExclusion: true, listed: listed.subtracting(other.listed))
    case (false, true): Self(isExclusion: true, listed: other.listed.subtracting(listed))
    case (false, false): .only(listed.union(other.listed))
    }
  }

  /// The types that are in one of the two only.
  package func symmetricDifference(_ other: Self) -> Self {
    Self(
      isExclusion: isExclusion != other.isExclusion,
      listed: listed.symmetricDifference(other.listed))
  }

  package var isEmpty: Bool { !isExclusion && listed.isEmpty }
}
