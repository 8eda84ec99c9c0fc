internal import CommandLineCore
internal import NodeTrust
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

@Suite struct NodeIdentityTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("device.pem")
  }

  @Test func `it is made once and read from then on`() throws {
    let made = try NodeIdentity.loadOrMake(at: path)
    let bytes = try folder.read("device.pem")
    let read = try NodeIdentity.loadOrMake(at: path)
    #expect(made.publicKeyFingerprint == read.publicKeyFingerprint)
    #expect(try folder.read("device.pem") == bytes)
    #expect(folder.contents() == ["device.pem"])
    let rights = try FileSystem.rights(of: path)
    #expect(rights.octal == "0600")
    #expect(rights.isOwn)
  }

  @Test func `two devices have two keys`() throws {
    let first = try NodeIdentity.loadOrMake(at: path)
    let second = try NodeIdentity.loadOrMake(at: folder.file("other.pem"))
    #expect(first.publicKeyFingerprint != second.publicKeyFingerprint)
  }

  @Test func `a key that others may read is refused`() throws {
    _ = try NodeIdentity.loadOrMake(at: path)
    try FileSystem.publishFile(path, try folder.read("device.pem"))
    let failure = #expect(throws: StateFailure.self) { try NodeIdentity.loadOrMake(at: path) }
    #expect(failure?.cause == .refused)
    #expect(failure?.message.contains("(0644)") == true)
    #expect(failure?.advice?.contains("chmod 600 \(path)") == true)
  }

  @Test(arguments: ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
  func `a key that cannot be read is left as it is`(text: String) throws {
    try FileSystem.createFile(path, Array(text.utf8))
    let failure = #expect(throws: StateFailure.self) { try NodeIdentity.loadOrMake(at: path) }
    #expect(failure?.cause == .damaged)
    #expect(failure?.message.contains("AAAA") == false)
    #expect(failure?.advice?.contains("backup") == true)
    #expect(try folder.read("device.pem") == Array(text.utf8))
  }

  @Test func `the key of another is refused`() throws {
    let first = try NodeIdentity.loadOrMake(at: path)
    let second = try NodeIdentity.loadOrMake(at: folder.file("other.pem"))
    let key = try first.withPrivateKeyPEM { span in span.indices.map { span[$0] } }
    let mixed = folder.file("mixed.pem")
    try FileSystem.createFile(mixed, key + Array(try second.certificatePEM().utf8))
    let failure = #expect(throws: StateFailure.self) { try NodeIdentity.loadOrMake(at: mixed) }
    #expect(failure?.cause == .damaged)
  }
}
