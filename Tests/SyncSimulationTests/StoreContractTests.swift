internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SyncSimulation
internal import TestSupport
internal import Testing

struct StoreContractTests {
  @Test(arguments: 0..<40)
  func `a store in a file keeps the contract of stores`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var store = SyncTransaction(
      try StoreWriter(
        Connection(path: folder.file("store.db"), mode: .readWriteCreate, busyTimeout: .zero),
        beginning: Incarnation(rawValue: 99), pins: PinnedGenerations()))
    var contract = StoreContract(seed: seed, ordersRows: false)
    do {
      try contract.check(&store, steps: 120)
    } catch {
      Issue.record("seed \(seed): \(error)")
    }
  }
}
