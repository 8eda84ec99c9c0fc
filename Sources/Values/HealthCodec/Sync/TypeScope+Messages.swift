internal import CDyadMessages
internal import HealthModel

extension Packing {
  func scope(
    _ scope: TypeScope
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__TypeScope> {
    let message = unsafe make(dyad__v1__type_scope__init)
    unsafe message.pointee.is_exclusion = scope.isExclusion ? 1 : 0
    unsafe message.pointee.types = try at("types") { () throws(CodecError) in
      try unsafe types(scope.listed)
    }
    unsafe message.pointee.n_types = scope.listed.count
    return unsafe message
  }

  /// The identifiers of types that somebody chose, in order.
  func types(
    _ types: Set<ObjectType>
  ) throws(CodecError) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    var identifiers: [String] = []
    for type in types.sorted() { identifiers.append(try rules.text(type.identifier)) }
    return try unsafe texts(identifiers)
  }

  /// The identifiers of types that samples have, in order.
  func sampleTypes(
    _ types: Set<ObjectType>
  ) throws(CodecError) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    try unsafe texts(types.sorted().map(\.identifier))
  }

  func known(
    _ known: KnownFrom
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__KnownFrom> {
    let message = unsafe make(dyad__v1__known_from__init)
    if known.others != .infinity {
      unsafe message.pointee.others_case = DYAD__V1__KNOWN_FROM__OTHERS_OTHERS_FROM
      unsafe message.pointee.others_from = try at("others_from") { () throws(CodecError) in
        try rules.number(known.others)
      }
    }
    let entries = known.types.sorted { $0.key < $1.key }
    unsafe message.pointee.types = try at("types") { () throws(CodecError) in
      try unsafe texts(entries.map(\.key.identifier))
    }
    unsafe message.pointee.n_types = entries.count
    var numbers: [Double] = []
    for (_, number) in entries {
      numbers.append(try at("types_from") { () throws(CodecError) in try rules.number(number) })
    }
    unsafe message.pointee.types_from = array(numbers)
    unsafe message.pointee.n_types_from = numbers.count
    return unsafe message
  }
}

extension Unpacking {
  /// A scope; that which is left out has no types.
  func scope(
    _ message: UnsafeMutablePointer<Dyad__V1__TypeScope>?
  ) throws(CodecError) -> TypeScope {
    guard let message = unsafe message else { return .none }
    return TypeScope(
      isExclusion: unsafe message.pointee.is_exclusion != 0,
      listed: try at("types") { () throws(CodecError) in
        try unsafe types(message.pointee.n_types, message.pointee.types)
      })
  }

  /// Types that somebody chose, none of them twice.
  func types(
    _ count: Int, _ texts: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) throws(CodecError) -> Set<ObjectType> {
    var types: [ObjectType] = []
    for identifier in try unsafe self.texts(count, texts) {
      types.append(ObjectType(try rules.text(identifier)))
    }
    return try rules.distinct(types, "a type")
  }

  /// Types that samples have, none of them twice.
  func sampleTypes(
    _ count: Int, _ texts: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) throws(CodecError) -> Set<ObjectType> {
    try rules.distinct(unsafe self.texts(count, texts).map(ObjectType.init), "a type")
  }

  func known(
    _ message: UnsafeMutablePointer<Dyad__V1__KnownFrom>?
  ) throws(CodecError) -> KnownFrom {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    var others = Double.infinity
    if unsafe message.pointee.others_case == DYAD__V1__KNOWN_FROM__OTHERS_OTHERS_FROM {
      others = try at("others_from") { () throws(CodecError) in
        try rules.number(unsafe message.pointee.others_from)
      }
    }
    let count = unsafe message.pointee.n_types
    let types = try at("types") { () throws(CodecError) in
      let types = try unsafe texts(count, message.pointee.types).map(ObjectType.init)
      _ = try rules.distinct(types, "a type")
      return types
    }
    guard unsafe message.pointee.n_types_from == count else {
      throw CodecError(
        .wrongCount, "types_from",
        "\(unsafe message.pointee.n_types_from) numbers for \(count) types")
    }
    var entries: [ObjectType: Double] = [:]
    for (index, type) in types.enumerated() {
      entries[type] = try at("types_from") { () throws(CodecError) in
        try rules.number(unsafe message.pointee.types_from[index])
      }
    }
    return KnownFrom(others: others, types: entries)
  }
}
