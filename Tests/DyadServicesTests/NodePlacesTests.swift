internal import DyadServices
internal import TestSupport
internal import Testing

@Suite struct NodePlacesTests {
  @Test func `a folder has it all`() {
    let places = NodePlaces(folder: "/d")
    #expect(places.state == "/d")
    #expect(places.configuration == "/d/dyadd.toml")
    #expect(places.socket == "/d/app.sock")
    #expect(places.operatorSocket == "/d/operator.sock")
    #expect(places.lock == "/d/dyadd.lock")
    #expect(places.identity == "/d/device.pem")
  }

  @Test func `a user's own folders are those of the convention`() throws {
    let places = try #require(
      NodePlaces.usual([
        "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config", "XDG_RUNTIME_DIR": "/run",
      ]))
    #expect(places.state == "/data/dyad")
    #expect(places.configuration == "/config/dyad/dyadd.toml")
    #expect(places.socket == "/run/dyad/app.sock")
    #expect(places.operatorSocket == "/run/dyad/operator.sock")
  }

  @Test(arguments: [
    ["HOME": "/h"],
    ["HOME": "/h", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "", "XDG_RUNTIME_DIR": "run"],
  ])
  func `what is not set, or not from the root on, is below the home`(
    environment: [String: String]
  )
    throws
  {
    let places = try #require(NodePlaces.usual(environment))
    #expect(places.state == "/h/.local/share/dyad")
    #expect(places.configuration == "/h/.config/dyad/dyadd.toml")
    #expect(places.socket == "/h/.local/share/dyad/app.sock")
  }

  @Test func `root means the system's node, where there is one and nobody says another`() throws {
    let home = ["HOME": "/root", "XDG_RUNTIME_DIR": "/run/user/0"]
    let folder = try TemporaryFolder()
    let system = try #require(
      try NodePlaces.usual(home, user: 0, systemState: folder.path))
    #expect(system.state == folder.path)
    #expect(system.configuration == "\(folder.path)/dyadd.toml")
    #expect(system.socket == "/run/dyad/app.sock")
    #expect(system.operatorSocket == "/run/dyad/operator.sock")
    let own = NodePlaces.usual(home)
    #expect(try NodePlaces.usual(home, user: 0, systemState: folder.file("none")) == own)
    #expect(try NodePlaces.usual(home, user: 1_000, systemState: folder.path) == own)
    let named = home.merging(["XDG_DATA_HOME": "/data"]) { $1 }
    #expect(
      try NodePlaces.usual(named, user: 0, systemState: folder.path)?.state == "/data/dyad")
  }

  @Test func `without a home there is no place`() {
    #expect(NodePlaces.usual([:]) == nil)
    #expect(NodePlaces.usual(["XDG_DATA_HOME": "/data"]) == nil)
  }
}
