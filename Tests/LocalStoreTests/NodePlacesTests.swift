internal import LocalStore
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

  @Test func `without a home there is no place`() {
    #expect(NodePlaces.usual([:]) == nil)
    #expect(NodePlaces.usual(["XDG_DATA_HOME": "/data"]) == nil)
  }
}
