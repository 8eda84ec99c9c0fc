/// Types that an app asks its user to let it share and read.
package struct AccessRequest: Hashable, Sendable {
  package var share: Set<ObjectType>
  package var read: Set<ObjectType>

  package init(share: Set<ObjectType> = [], read: Set<ObjectType> = []) {
    self.share = share
    self.read = read
  }

  package var isEmpty: Bool { share.isEmpty && read.isEmpty }

  /// Checks that it asks for something, and only for what a user can permit.
  ///
  /// - Throws: `invalidArgument`, in HealthKit's words.
  package func check() throws(ModelError) {
    guard !isEmpty else {
      throw Self.refusal("Must request authorization for at least one data type")
    }
    try Self.check(share, to: "share") { description in
      description.isSample && description.isShareable
    }
    try Self.check(read, to: "read") { description in description.kind != .correlation }
  }

  private static func check(
    _ types: Set<ObjectType>, to verb: String, isPermitted: (TypeDescription) -> Bool
  ) throws(ModelError) {
    let disallowed = types.filter { type in
      guard let description = type.description else { return true }
      return !isPermitted(description)
    }
    guard disallowed.isEmpty else {
      let names = disallowed.sorted().map(\.identifier).joined(separator: ", ")
      throw refusal("Authorization to \(verb) the following types is disallowed: \(names)")
    }
  }

  private static func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "request authorization", detail)
  }
}
