internal import CDyadMessages
internal import CProtobufC
internal import HealthModel

extension WatchSettings {
  /// What holds of the parts that are no columns.
  fileprivate func check(_ rules: FieldRules) throws(CodecError) {
    _ = try at("version") { () throws(CodecError) in
      try at("number") { () throws(CodecError) in try rules.ordinal(version.number) }
    }
    try at("lease") { () throws(CodecError) in
      guard try rules.finite(lease) >= 0 else { throw rules.error(.outOfRange, "it is negative") }
    }
  }

  /// What holds between nodes beyond that: whoever hears a number can remember the next one.
  fileprivate func checkSent(_ rules: FieldRules) throws(CodecError) {
    guard version.number <= Version.mostTold else {
      throw rules.error(.outOfRange, "it is not below 2^62").inside("number").inside("version")
    }
  }
}

extension Packing {
  /// Settings that another node is told.
  func sentSettings(
    _ settings: WatchSettings
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__WatchSettings> {
    try settings.checkSent(rules)
    return try unsafe self.settings(settings)
  }

  func version(
    _ version: WatchSettings.Version
  ) -> UnsafeMutablePointer<Dyad__V1__WatchSettings__Version> {
    let message = unsafe make(dyad__v1__watch_settings__version__init)
    unsafe message.pointee.number = version.number
    if let incarnation = version.incarnation {
      unsafe message.pointee.writer_case = DYAD__V1__WATCH_SETTINGS__VERSION__WRITER_INCARNATION
      unsafe message.pointee.incarnation = incarnation.rawValue
    }
    return unsafe message
  }

  func settings(
    _ settings: WatchSettings
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__WatchSettings> {
    try settings.check(rules)
    let message = unsafe make(dyad__v1__watch_settings__init)
    unsafe message.pointee.version = unsafe version(settings.version)
    unsafe message.pointee.scope = try at("scope") { () throws(CodecError) in
      try unsafe scope(settings.scope)
    }
    unsafe message.pointee.accesses = try at("accesses") { () throws(CodecError) in
      try unsafe accesses(settings.access)
    }
    unsafe message.pointee.records = try at("records") { () throws(CodecError) in
      try rules.count(settings.records.count, atMost: WatchSettings.mostRecords)
      return try unsafe array(settings.records.sorted { $0.key < $1.key }) {
        entry throws(CodecError) in
        try unsafe record(entry.key, entry.value)
      }
    }
    unsafe message.pointee.n_records = settings.records.count
    unsafe message.pointee.lease = settings.lease + 0
    try at("answered") { () throws(CodecError) in
      _ = try rules.count(settings.answered.count, atMost: CodecBound.answers)
    }
    unsafe message.pointee.answered = array(settings.answered.sorted())
    unsafe message.pointee.n_answered = settings.answered.count
    unsafe message.pointee.seal = try at("seal") { () throws(CodecError) in
      try rules.count(settings.seal.count, atMost: WatchSettings.mostSealBytes)
      return unsafe bytes(settings.seal)
    }
    return unsafe message
  }

  private func record(
    _ key: String, _ value: [UInt8]
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__WatchSettings__Record> {
    let message = unsafe make(dyad__v1__watch_settings__record__init)
    unsafe message.pointee.key = try at("key") { () throws(CodecError) in
      try unsafe text(rules.name(key, atMost: CodecBound.keyBytes))
    }
    unsafe message.pointee.value = bytes(value)
    return unsafe message
  }

  private func accesses(
    _ accesses: [WatchSettings.Access]
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Accesses>? {
    guard !accesses.isEmpty else { return nil }
    try rules.count(accesses.count, atMost: WatchSettings.mostAccesses)
    guard zip(accesses, accesses.dropFirst()).allSatisfy({ $0.isOrdered(before: $1) }) else {
      throw rules.error(.unordered, "apps and types do not ascend")
    }
    let apps = DictionaryColumn(accesses.map(\.app))
    let types = DictionaryColumn(accesses.map(\.type))
    for app in apps.values {
      _ = try at("apps") { () throws(CodecError) in try rules.name(app) }
    }
    for type in types.values {
      _ = try at("types") { () throws(CodecError) in try rules.text(type.identifier) }
    }
    let message = unsafe make(dyad__v1__accesses__init)
    unsafe message.pointee.apps = try at("apps") { () throws(CodecError) in
      try unsafe texts(apps.values)
    }
    unsafe message.pointee.n_apps = apps.values.count
    unsafe message.pointee.types = try at("types") { () throws(CodecError) in
      try unsafe texts(types.values.map(\.identifier))
    }
    unsafe message.pointee.n_types = types.values.count
    unsafe message.pointee.count = UInt32(accesses.count)
    unsafe message.pointee.app_indexes = indexes(of: apps)
    unsafe message.pointee.type_indexes = indexes(of: types)
    unsafe message.pointee.shares = column(accesses.map { Int64($0.grant.share.rawValue) })
    unsafe message.pointee.reads = column(accesses.map { Int64($0.grant.read.rawValue) })
    return unsafe message
  }

  /// Bytes as C wants them.
  func bytes(_ bytes: [UInt8]) -> ProtobufCBinaryData {
    unsafe ProtobufCBinaryData(len: bytes.count, data: array(bytes))
  }
}

extension Unpacking {
  /// Settings that another node told.
  func sentSettings(
    _ message: UnsafeMutablePointer<Dyad__V1__WatchSettings>?
  ) throws(CodecError) -> WatchSettings {
    let settings = try unsafe settings(message)
    try settings.checkSent(rules)
    return settings
  }

  func version(
    _ message: UnsafeMutablePointer<Dyad__V1__WatchSettings__Version>
  ) -> WatchSettings.Version {
    let hasWriter =
      unsafe message.pointee.writer_case
      == DYAD__V1__WATCH_SETTINGS__VERSION__WRITER_INCARNATION
    return unsafe WatchSettings.Version(
      number: message.pointee.number,
      incarnation: hasWriter ? Incarnation(rawValue: message.pointee.incarnation) : nil)
  }

  func settings(
    _ message: UnsafeMutablePointer<Dyad__V1__WatchSettings>?
  ) throws(CodecError) -> WatchSettings {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    var settings = WatchSettings(
      scope: try at("scope") { () throws(CodecError) in
        try unsafe scope(message.pointee.scope)
      })
    if let version = unsafe message.pointee.version {
      settings.version = unsafe self.version(version)
    }
    settings.lease = unsafe message.pointee.lease
    try settings.check(rules)
    settings.access = try at("accesses") { () throws(CodecError) in
      try unsafe accesses(message.pointee.accesses)
    }
    try at("records") { () throws(CodecError) in
      let count = try unsafe rules.count(
        message.pointee.n_records, atMost: WatchSettings.mostRecords)
      let records = try unsafe values(count, message.pointee.records) {
        record throws(CodecError) in
        try unsafe self.record(record)
      }
      for (key, value) in records {
        guard settings.records.updateValue(value, forKey: key) == nil else {
          throw CodecError(.duplicate, "key", "a key occurs twice")
        }
      }
    }
    settings.answered = try at("answered") { () throws(CodecError) in
      let count = try unsafe rules.count(message.pointee.n_answered, atMost: CodecBound.answers)
      return try rules.distinct(
        unsafe [UInt64](UnsafeBufferPointer(start: message.pointee.answered, count: count)),
        "an answer")
    }
    settings.seal = try at("seal") { () throws(CodecError) in
      let seal = unsafe bytes(message.pointee.seal)
      try rules.count(seal.count, atMost: WatchSettings.mostSealBytes)
      return seal
    }
    return settings
  }

  private func record(
    _ message: UnsafeMutablePointer<Dyad__V1__WatchSettings__Record>
  ) throws(CodecError) -> (key: String, value: [UInt8]) {
    (
      try at("key") { () throws(CodecError) in
        try rules.name(unsafe text(message.pointee.key), atMost: CodecBound.keyBytes)
      },
      unsafe bytes(message.pointee.value)
    )
  }

  private func accesses(
    _ message: UnsafeMutablePointer<Dyad__V1__Accesses>?
  ) throws(CodecError) -> [WatchSettings.Access] {
    guard let message = unsafe message else { return [] }
    let count = try at("count") { () throws(CodecError) in
      try unsafe self.count(message.pointee.count, atMost: WatchSettings.mostAccesses)
    }
    let apps = try at("apps") { () throws(CodecError) in
      try unsafe checkDictionary(message.pointee.n_apps, rows: count)
      let apps = try unsafe texts(message.pointee.n_apps, message.pointee.apps)
      for app in apps { _ = try rules.name(app) }
      return apps
    }
    let types = try at("types") { () throws(CodecError) in
      try unsafe checkDictionary(message.pointee.n_types, rows: count)
      let types = try unsafe texts(message.pointee.n_types, message.pointee.types)
      for type in types { _ = try rules.text(type) }
      return types.map(ObjectType.init)
    }
    let appIndexes = try at("app_indexes") { () throws(CodecError) in
      try unsafe indexes(message.pointee.app_indexes, count: count, into: apps.count)
    }
    let typeIndexes = try at("type_indexes") { () throws(CodecError) in
      try unsafe indexes(message.pointee.type_indexes, count: count, into: types.count)
    }
    let shares = try at("shares") { () throws(CodecError) in
      try unsafe decisions(message.pointee.shares, count: count)
    }
    let reads = try at("reads") { () throws(CodecError) in
      try unsafe decisions(message.pointee.reads, count: count)
    }
    var accesses: [WatchSettings.Access] = []
    accesses.reserveCapacity(count)
    for row in 0..<count {
      accesses.append(
        WatchSettings.Access(
          app: apps[appIndexes[row]], type: types[typeIndexes[row]],
          grant: Grant(share: shares[row], read: reads[row])))
    }
    accesses.sort { $0.isOrdered(before: $1) }
    guard zip(accesses, accesses.dropFirst()).allSatisfy({ $0.isOrdered(before: $1) }) else {
      throw CodecError(.duplicate, "an app and a type occur together twice")
    }
    return accesses
  }

  private func decisions(
    _ column: UnsafeMutablePointer<Dyad__V1__IntColumn>?, count: Int
  ) throws(CodecError) -> [Grant.Decision] {
    var decisions: [Grant.Decision] = []
    for number in try unsafe numbers(column, count: count) {
      guard let decision = Int(exactly: number).flatMap(Grant.Decision.init) else {
        throw CodecError(.outOfRange, "a decision is not in 0...2")
      }
      decisions.append(decision)
    }
    return decisions
  }

  /// Bytes, copied.
  func bytes(_ data: ProtobufCBinaryData) -> [UInt8] {
    unsafe [UInt8](UnsafeBufferPointer(start: data.data, count: data.len))
  }
}

extension WatchSettings.Access {
  fileprivate func isOrdered(before other: Self) -> Bool {
    app != other.app ? app < other.app : type < other.type
  }
}
