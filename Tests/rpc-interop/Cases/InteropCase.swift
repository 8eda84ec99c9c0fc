/// One thing that a server has to do right, by the name that implementations of gRPC share.
struct InteropCase: Sendable {
  let name: String
  let run: @Sendable (Caller) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Caller) async throws -> Void) {
    self.name = name
    self.run = run
  }

  static let all = unary + compressed + streaming + endings + crowds
}

/// Sizes that the tests of all implementations share.
enum Sizes {
  static let largeRequest = 271_828
  static let largeResponse = 314_159
  static let requests = [27182, 8, 1828, 45904]
  static let responses = [31415, 9, 2653, 58979]
}
