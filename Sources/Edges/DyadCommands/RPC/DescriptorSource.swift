internal import CommandLineCore
internal import CommandSupport
internal import ProtobufWire

/// What tells how services and messages are declared.
protocol DescriptorSource: Sendable {
  /// The full names of all services.
  func services() async throws -> [String]

  /// Takes in what declares a symbol, with all that it needs.
  ///
  /// - Parameter symbol: The full name of a service, message or enum, or of what stands in one.
  /// - Returns: Whether there is such a symbol.
  /// - Throws: When that cannot be found out.
  func load(_ symbol: String) async throws -> Bool

  /// Takes in a file, with all that it needs.
  ///
  /// - Parameter name: The file's name, as others import it.
  /// - Returns: Whether there is such a file.
  /// - Throws: When that cannot be found out.
  func loadFile(_ name: String) async throws -> Bool

  /// All that was taken in so far.
  func pool() async throws -> DescriptorPool
}

/// Declarations from files that `protoc` wrote.
struct ProtosetSource: DescriptorSource {
  /// Hundreds of times what the interfaces of a large company take.
  private static let mostBytes = 64 << 20

  private let known: DescriptorPool

  /// Reads the files; those that are in several of them have to be the same there.
  init(_ paths: [String]) throws {
    var files: [FileDescriptor] = []
    for path in paths {
      let bytes = try OptionFile.read(path, for: .protoset, atMost: Self.mostBytes)
      do throws(WireError) {
        files += try FileDescriptor.readSet(bytes)
      } catch {
        throw Self.failure(error)
      }
    }
    do throws(WireError) {
      known = try DescriptorPool(files)
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: WireError) -> ProgramFailure {
    ProgramFailure(
      .invalidInput, "cannot use \(Option.protoset.spelling): \(error)",
      advice: "'protoc --include_imports --descriptor_set_out=FILE' writes such a file.")
  }

  func services() -> [String] { known.services.map(\.fullName) }

  func load(_ symbol: String) -> Bool { known.file(declaring: symbol) != nil }

  func loadFile(_ name: String) -> Bool { known.file(named: name) != nil }

  func pool() -> DescriptorPool { known }
}
