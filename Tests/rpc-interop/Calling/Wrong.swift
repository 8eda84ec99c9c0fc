internal import RPCCore

/// What a server did that a case does not want.
struct Wrong: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Ends a case unless `isTrue`.
func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
  guard isTrue else { throw Wrong(what()) }
}

/// Ends a case unless `found` is `wanted`.
func expect<Value: Equatable>(
  _ what: @autoclosure () -> String, _ found: Value, is wanted: Value
) throws {
  guard found == wanted else { throw Wrong("\(what()) is \(found) instead of \(wanted)") }
}

/// Ends a case unless the call in `body` ends with `code`.
@discardableResult
func expectFailure<Result>(
  _ code: StatusCode, _ what: String, _ body: () async throws -> Result
) async throws -> RPCError {
  do {
    _ = try await body()
  } catch let error as RPCError {
    guard error.code == code else {
      throw Wrong("\(what) ended with \(error) instead of \(code.name)")
    }
    return error
  }
  throw Wrong("\(what) succeeded instead of ending with \(code.name)")
}

/// Ends a case unless a payload is so many zeros.
func expectZeros(_ payload: Payload?, _ count: Int) throws {
  let body = payload?.body ?? []
  try expect(
    body == [UInt8](repeating: 0, count: count),
    "a body has \(body.count) bytes, or not zeros, instead of \(count) zeros")
}
