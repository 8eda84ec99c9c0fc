internal import ConformanceWire
private import Glibc
private import SystemCore

/// Sees to it that nothing of a program under test outlives this tool, however that ends: a process of
/// its own, which ends the program's group and removes its folder as soon as nobody speaks to it.
final class LeftoverCleaner {
  /// Reads "group N" where a program has begun, "group" where it has ended, and "done".
  ///
  /// A killed program may take a moment to be gone, and must not write into what was removed.
  private static let script = """
    group=
    while read -r word number; do
      case $word in
        group) group=$number ;;
        done) rm -rf -- "$1"; exit ;;
      esac
    done
    if [ -n "$group" ]; then
      for try in 1 2 3 4 5 6 7 8 9 10; do
        kill -s KILL -- "-$group" || break
        sleep 0.1
      done
    fi
    rm -rf -- "$1"
    """
  /// How long removing a folder may take.
  private static let patience = Duration.seconds(10)

  /// What a program keeps itself in; it is private and goes with this value.
  let folder: String
  private let words: StreamPair
  private let process: StartedProcess

  /// Makes a folder and watches over it.
  init() throws(TargetError) {
    words = try StreamPair.sockets()
    folder = try Self.makeFolder()
    do {
      process = try StartedProcess(
        ["/bin/sh", "-c", Self.script, "warden", folder], settings: ["PATH=/usr/bin:/bin"],
        input: words.other)
    } catch {
      _ = unsafe rmdir(folder)
      throw TargetError("cannot start the node: \(error)")
    }
    words.closeOther()
  }

  deinit {
    words.write("done\n")
    _ = process.hasEnded(within: Self.patience)
    process.end(.kill, within: .zero)
  }

  /// A program has begun, or has ended.
  func watch(over group: Int32?) {
    words.write(group.map { "group \($0)\n" } ?? "group\n")
  }

  private static func makeFolder() throws(TargetError) -> String {
    let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    let path = (place.hasPrefix("/") ? place : "/tmp") + "/dyad-conformance.XXXXXX"
    var bytes = Array(path.utf8CString)
    guard unsafe mkdtemp(&bytes) != nil else {
      throw TargetError(
        "cannot start the node: no folder can be made as \(path), error number \(errno)")
    }
    return String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
