private import Glibc
internal import HealthModel
internal import HealthStorage
internal import LocalStore

// Saves from four tasks for ever and prints each UUID once its save was acknowledged, for a test that
// kills it. With the names of backups after the folder it restores one after the other for ever instead,
// and prints a line for each.

let backups = CommandLine.arguments.dropFirst(2)
while !backups.isEmpty {
  for backup in backups {
    let location = StoreLocation(folder: CommandLine.arguments[1])
    guard (try? await StoreBackup.restore(from: backup, to: location)) != nil else { exit(1) }
    let line = Array("restored\n".utf8)
    _ = unsafe write(STDOUT_FILENO, line, line.count)
  }
}

let store = try await LocalStore.open(StoreLocation(folder: CommandLine.arguments[1]))
var generator = SystemRandomNumberGenerator()
let base = generator.next()
await withTaskGroup(of: Void.self) { group in
  for task in 0..<4 as Range<UInt64> {
    group.addTask {
      for number in 0... as PartialRangeFrom<UInt64> {
        let sample = Sample(
          uuid: SampleUUID(base: base, counter: task << 32 | number), type: .stepCount,
          start: Double(number), end: Double(number) + 1, value: .quantity(Quantity(1, .count)),
          source: SourceRevision(source: Source(bundleIdentifier: "writer", name: "writer")))
        guard (try? await store.commit(.save(Change.Save([SampleRun(sample)])))) != nil else {
          exit(1)
        }
        // One write a line: what a buffer held would be lost with the process.
        let line = Array("\(sample.uuid)\n".utf8)
        _ = unsafe write(STDOUT_FILENO, line, line.count)
      }
    }
  }
}
