internal import CommandLineCore
internal import CommandSupport
internal import ProtobufWire
internal import TextFormats

/// Finds services and methods by name, and says which ones may have been meant.
struct NameFinder: Sendable {
  let source: any DescriptorSource

  /// The service of that full name.
  func service(_ name: String) async throws -> ServiceDescriptor {
    if try await source.load(name), let service = try await source.pool().service(named: name) {
      return service
    }
    throw await failure("find service", name, among: try source.services(), advice: nil)
  }

  /// The method that is meant, with its service.
  func method(
    _ word: MethodWord
  ) async throws -> (service: ServiceDescriptor, method: MethodDescriptor) {
    let service = try await service(word.service)
    if let method = service.method(named: word.method) { return (service, method) }
    let names = service.methods.map(\.name)
    throw failure(
      "find method", word.method, among: names,
      advice: names.isEmpty
        ? nil : "\(service.fullName) has \(names.prefix(20).joined(separator: ", ")).")
  }

  /// The failure that says that there is no such thing.
  func failure(
    _ verb: String, _ name: String, among candidates: [String], advice: String?
  ) -> ProgramFailure {
    ProgramFailure(
      .notFound, "cannot \(verb) \(TerminalText.clean(name)): there is none of that name",
      advice: Self.nearest(to: name, among: candidates).map { "Did you mean \($0)?" } ?? advice
        ?? "'dyad rpc list' lists what there is.")
  }

  /// The name that may have been meant: one that differs in little, or only in what stands before its
  /// last dot.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    if let near = Suggestion.nearest(to: name, among: candidates) { return near }
    func last(_ name: String) -> String {
      name.split(separator: ".").last.map(String.init) ?? name
    }
    let near = Suggestion.nearest(to: last(name), among: candidates.map(last))
    let lowercased = last(name).lowercased()
    return candidates.first { last($0).lowercased() == lowercased }
      ?? candidates.first { last($0) == near }
  }
}

/// A method as it is typed: `package.Service/Method`, or with a dot in place of the slash.
struct MethodWord: Hashable, Sendable {
  let service: String
  let method: String

  /// Takes the parts apart; `nil` unless both are there.
  init?(_ text: String) {
    let text = text.hasPrefix("/") ? text.dropFirst() : text[...]
    guard let end = text.lastIndex(of: "/") ?? text.lastIndex(of: ".") else { return nil }
    service = String(text[..<end])
    method = String(text[text.index(after: end)...])
    guard !service.isEmpty, !method.isEmpty, !service.contains("/") else { return nil }
  }
}
