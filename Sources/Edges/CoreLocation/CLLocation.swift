@_exported public import Foundation

/// An angle of latitude or longitude in degrees.
public typealias CLLocationDegrees = Double
/// A length in meters.
public typealias CLLocationDistance = Double
/// How far off a place may be, in meters; negative where it is not known.
public typealias CLLocationAccuracy = Double
/// A speed in meters a second; negative where it is not known.
public typealias CLLocationSpeed = Double
/// How far off a speed may be, in meters a second; negative where it is not known.
public typealias CLLocationSpeedAccuracy = Double
/// A direction in degrees from north; negative where it is not known.
public typealias CLLocationDirection = Double
/// How far off a direction may be, in degrees; negative where it is not known.
public typealias CLLocationDirectionAccuracy = Double

/// A floor of a building.
///
/// Nothing of it changes, so that it may be shared.
open class CLFloor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// Its number; 0 is the ground floor.
  public let level: Int

  /// A floor of a number.
  init(level: Int) {
    self.level = level
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? CLFloor)?.level == level }

  open override var hash: Int { level.hashValue }

  /// Floors are archived as their numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    level = coder.decodeInteger(forKey: "level")
  }

  /// Archives the number.
  open func encode(with coder: NSCoder) {
    coder.encode(level, forKey: "level")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// How a place was found.
///
/// Nothing of it changes, so that it may be shared.
open class CLLocationSourceInformation: NSObject, @unchecked Sendable {
  /// Whether a program made the place up.
  public let isSimulatedBySoftware: Bool
  /// Whether other hardware found it.
  public let isProducedByAccessory: Bool

  /// What is known of how a place was found.
  public init(
    softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool
  ) {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
  }
}

/// Where somebody was at a time.
///
/// Nothing of it changes, so that it may be shared.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// Latitude and longitude.
  public let coordinate: CLLocationCoordinate2D
  /// Meters above the sea.
  public let altitude: CLLocationDistance
  /// How far off the coordinate may be.
  public let horizontalAccuracy: CLLocationAccuracy
  /// How far off the altitude may be.
  public let verticalAccuracy: CLLocationAccuracy
  /// Where somebody went.
  public let course: CLLocationDirection
  /// How far off the course may be.
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// How fast somebody went.
  public let speed: CLLocationSpeed
  /// How far off the speed may be.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// When it was.
  public let timestamp: Date
  /// The floor, which is always missing, as Linux does not tell it.
  open var floor: CLFloor? { nil }
  /// How the place was found, where it is known.
  public let sourceInformation: CLLocationSourceInformation?

  /// A place with all that is known of it.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date,
    sourceInfo: CLLocationSourceInformation?
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.timestamp = timestamp
    sourceInformation = sourceInfo
  }

  /// A place without source information.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: courseAccuracy,
      speed: speed, speedAccuracy: speedAccuracy, timestamp: timestamp, sourceInfo: nil)
  }

  /// A place with where and how fast somebody went.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: -1, speed: speed,
      speedAccuracy: -1, timestamp: timestamp)
  }

  /// A place with how well it is known.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// A place, now.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// How far it is to another place, over the ground.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    Ellipsoid.distance(from: coordinate, to: location.coordinate)
  }

  open override var description: String {
    "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m "
      + "(speed \(speed) mps / course \(course)) @ \(timestamp)"
  }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "latitude") else { return nil }
    coordinate = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude"))
    altitude = coder.decodeDouble(forKey: "altitude")
    horizontalAccuracy = coder.decodeDouble(forKey: "horizontalAccuracy")
    verticalAccuracy = coder.decodeDouble(forKey: "verticalAccuracy")
    course = coder.decodeDouble(forKey: "course")
    courseAccuracy = coder.decodeDouble(forKey: "courseAccuracy")
    speed = coder.decodeDouble(forKey: "speed")
    speedAccuracy = coder.decodeDouble(forKey: "speedAccuracy")
    timestamp = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp"))
    sourceInformation = nil
  }

  /// Places are archived without how they were found.
  public class var supportsSecureCoding: Bool { true }

  /// Archives the place.
  open func encode(with coder: NSCoder) {
    coder.encode(coordinate.latitude, forKey: "latitude")
    coder.encode(coordinate.longitude, forKey: "longitude")
    coder.encode(altitude, forKey: "altitude")
    coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
    coder.encode(verticalAccuracy, forKey: "verticalAccuracy")
    coder.encode(course, forKey: "course")
    coder.encode(courseAccuracy, forKey: "courseAccuracy")
    coder.encode(speed, forKey: "speed")
    coder.encode(speedAccuracy, forKey: "speedAccuracy")
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
