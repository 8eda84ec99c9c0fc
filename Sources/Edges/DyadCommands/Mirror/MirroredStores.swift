internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import LocalStore
internal import StoreMirror
internal import SystemCore

/// The stores that one mirror takes: folders of stores, each for itself or together in another folder.
struct MirroredStores: Sendable {
  /// As they were typed.
  let paths: [String]

  /// Looks for them; the subject of each is called as its folder.
  ///
  /// - Throws: Where there is none in one of the folders, and where two are called alike.
  func members() throws -> [MirrorFleet.Member] {
    var folders: [String: String] = [:]
    for path in paths {
      for folder in try Self.folders(in: path) {
        let name = String(folder.split(separator: "/").last ?? "")
        if let other = folders.updateValue(folder, forKey: name), other != folder {
          throw ProgramFailure(
            .usage,
            "cannot mirror \(TerminalText.clean(folder)): the store in "
              + "\(TerminalText.clean(other)) is called \(TerminalText.clean(name)) as well",
            advice: "A subject is called as the folder of its store: give one of them another name."
          )
        }
      }
    }
    return folders.sorted { $0.key < $1.key }.map { Self.member($0.key, $0.value) }
  }

  private static func folders(in path: String) throws -> [String] {
    guard let places = try DaemonSocket.places(folder: path) else { return [] }
    if try holdsStore(places.state) { return [places.state] }
    var found: [String] = []
    for name in try FileSystem.names(in: places.state).sorted() {
      let folder = "\(places.state)/\(name)"
      // What is no folder, or is not ours to read, is not one of them.
      if (try? holdsStore(folder)) == true { found.append(folder) }
    }
    guard found.isEmpty else { return found }
    throw ProgramFailure(
      .notFound,
      "cannot mirror \(TerminalText.clean(places.state)): it holds no store, and no folders that do",
      advice: "Name the folder of a store, as --state has it, or the folder that those are in.")
  }

  private static func holdsStore(_ folder: String) throws -> Bool {
    try FileSystem.exists(StoreLocation(folder: folder).database)
  }

  private static func member(_ name: String, _ folder: String) -> MirrorFleet.Member {
    let database = StoreLocation(folder: folder).database
    return MirrorFleet.Member(name, files: [database, "\(database)-wal"]) { body in
      let session = StoreSession(folder: folder)
      let result: Result<Void, any Error>
      do {
        result = .success(try await body(try await session.open(.isAnError)))
      } catch {
        result = .failure(error)
      }
      do {
        try await session.close()
      } catch {
        // The first error is the one to tell.
        try result.get()
        throw error
      }
      try result.get()
    }
  }
}
