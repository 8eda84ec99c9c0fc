internal import CoreLocation
internal import Testing

@Suite struct CLLocationTests {
  @Test(arguments: [
    // Vincenty's own example, and known ways.
    (-37.951_033_417, 144.424_867_889, -37.652_821_138, 143.926_495_528, 54_972.271, 0.01),
    (0, 0, 0, 1, 111_319.491, 0.01), (0, 0, 1, 0, 110_574.389, 0.01),
    (47.376_9, 8.541_7, 47.376_9, 8.541_7, 0, 0), (90, 0, -90, 0, 20_003_931.459, 0.01),
    // Opposite places, for which a sphere is close enough.
    (0, 0, 0.5, 179.7, 19_936_288.579, 70_000),
  ])
  func `distances are those over the ground`(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
    meters: Double, tolerance: Double
  ) {
    let one = CLLocation(latitude: latitude, longitude: longitude)
    let two = CLLocation(latitude: otherLatitude, longitude: otherLongitude)
    #expect(abs(one.distance(from: two) - meters) <= tolerance)
    #expect(abs(two.distance(from: one) - meters) <= tolerance)
  }

  @Test func `a location comes back from an archive`() throws {
    let location = CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 47, longitude: 8), altitude: 400,
      horizontalAccuracy: 5, verticalAccuracy: 7, course: 90, courseAccuracy: 3, speed: 2.5,
      speedAccuracy: 0.5, timestamp: Date(timeIntervalSinceReferenceDate: 1))
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: location, requiringSecureCoding: true)
    let back = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
    #expect(back.coordinate.latitude == 47 && back.coordinate.longitude == 8)
    #expect(back.altitude == 400 && back.horizontalAccuracy == 5 && back.verticalAccuracy == 7)
    #expect(back.course == 90 && back.courseAccuracy == 3 && back.speed == 2.5)
    #expect(back.speedAccuracy == 0.5 && back.timestamp == location.timestamp)
  }

  @Test func `what nobody says is not known`() {
    let location = CLLocation(
      coordinate: CLLocationCoordinate2DMake(1, 2), altitude: 3, horizontalAccuracy: 4,
      verticalAccuracy: 5, timestamp: Date())
    #expect(location.course < 0 && location.speed < 0 && location.floor == nil)
    #expect(location.sourceInformation == nil)
  }

  @Test(arguments: [(90.0, 180.0, true), (-90, -180, true), (90.1, 0, false), (0, 181, false)])
  func `a coordinate is valid within its ranges`(latitude: Double, longitude: Double, isValid: Bool)
  {
    let coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    #expect(CLLocationCoordinate2DIsValid(coordinate) == isValid)
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
  }
}
