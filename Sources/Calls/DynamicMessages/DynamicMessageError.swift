private import CommandLineCore
internal import ProtobufWire
private import TextFormats

/// Why JSON cannot become a message, or a message JSON; it names the place and never shows a value.
package struct DynamicMessageError: Error, Hashable {
  /// What a caller may react to.
  package enum Code: Hashable, Sendable {
    /// The value does not fit the field.
    case badValue
    /// The message has no such field.
    case unknownField
    /// The descriptors have no such type.
    case unknownType
    /// A field that must be there is not.
    case missing
    /// Two members of an object mean the same field, or fields that exclude each other.
    case duplicate
    /// The bytes are no such message.
    case malformed
    /// Messages stand too deep inside each other.
    case tooDeep
    /// More values than are shown.
    case tooLarge
  }

  /// Which way the message went.
  package enum Operation: Hashable, Sendable {
    /// From JSON to bytes.
    case encode
    /// From bytes to JSON.
    case decode
  }

  /// What a caller may react to.
  package var code: Code
  /// Which way the message went.
  package internal(set) var operation = Operation.encode
  /// Where in the JSON it is: `$.payload.body`.
  package var path: String { "$\(steps)" }
  /// Why it is wrong.
  package var detail: String

  private var steps = ""

  init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  init(_ error: WireError) {
    self.init(error.code == .tooDeep ? .tooDeep : .malformed, error.detail)
  }

  /// The same error, seen from what holds the value.
  func inside(_ step: Step) -> Self {
    var error = self
    error.steps = step.text + steps
    return error
  }

  /// One step of the way to a value.
  enum Step {
    case member(String)
    case element(Int)
    case key(String)

    fileprivate var text: String {
      switch self {
      case .member(let name):
        // What is no plain name is quoted, so that a path cannot be mistaken.
        let isPlain = name.utf8.allSatisfy {
          $0 == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        }
        return isPlain && !name.isEmpty && name.utf8.count <= 256
          ? ".\(name)" : Step.key(name).text
      case .element(let index): return "[\(index)]"
      case .key(let key): return "[\(JSONValue.string(TerminalText.quotable(key)).text)]"
      }
    }
  }
}

extension DynamicMessageError: CustomStringConvertible {
  /// The message.
  package var description: String {
    "cannot \(operation == .encode ? "encode" : "decode") \(path): \(detail)"
  }
}

/// Runs `body` and puts `step` before the path of what it throws.
func at<Value>(
  _ step: DynamicMessageError.Step, _ body: () throws(DynamicMessageError) -> Value
) throws(DynamicMessageError) -> Value {
  do throws(DynamicMessageError) {
    return try body()
  } catch {
    throw error.inside(step)
  }
}

/// Runs `body` and makes what it throws about bytes an error about a message.
func reading<Value>(
  _ body: () throws(WireError) -> Value
) throws(DynamicMessageError) -> Value {
  do throws(WireError) {
    return try body()
  } catch {
    throw DynamicMessageError(error)
  }
}
