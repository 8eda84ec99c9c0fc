internal import ConformanceKit
internal import Testing

@Suite struct RoleTests {
  @Test(arguments: Role.allCases) func `the other of the other is the same`(role: Role) {
    #expect(role.other.other == role)
    #expect(role.other != role)
  }
}
