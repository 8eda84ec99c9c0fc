// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

private import Foundation

/// A place on the earth's surface.
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees north of the equator.
  public var latitude: CLLocationDegrees
  /// Degrees east of Greenwich.
  public var longitude: CLLocationDegrees

  /// A place.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Where equator and zero meridian meet.
  public init() {
    self.init(latitude: 0, longitude: 0)
  }
}

/// A place, for code that came from Objective-C.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: latitude, longitude: longitude) }

/// Whether latitude and longitude are within their ranges.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  (-90...90).contains(coordinate.latitude) && (-180...180).contains(coordinate.longitude)
}

/// No place at all.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
/// No limit to a distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// As well as hardware can, with more than its own means.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As well as hardware can.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// To ten meters.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// To a hundred meters.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// To a kilometer.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
/// To three kilometers.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000

/// The earth's shape, WGS 84.
enum Ellipsoid {
  private static let radius = 6_378_137.0
  private static let flattening = 1 / 298.257_223_563

  /// The length of the shortest way over the ground, by Vincenty's inverse formula.
  ///
  /// It does not settle for places nearly opposite to each other; there a sphere is close enough.
  static func distance(
    from: CLLocationCoordinate2D, to: CLLocationCoordinate2D
  ) -> CLLocationDistance {
    let (f, a) = (flattening, radius)
    let b = a * (1 - f)
    let l = (to.longitude - from.longitude) * .pi / 180
    let u1 = atan((1 - f) * tan(from.latitude * .pi / 180))
    let u2 = atan((1 - f) * tan(to.latitude * .pi / 180))
    let (sinU1, cosU1, sinU2, cosU2) = (sin(u1), cos(u1), sin(u2), cos(u2))
    var lambda = l
    for _ in 0..<100 {
      let (sinL, cosL) = (sin(lambda), cos(lambda))
      let across = cosU2 * sinL
      let along = cosU1 * sinU2 - sinU1 * cosU2 * cosL
      let sinSigma = (across * across + along * along).squareRoot()
      let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosL
      if sinSigma == 0, cosSigma > 0 { return 0 }
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = cosU1 * cosU2 * sinL / sinSigma
      let cosSquared = 1 - sinAlpha * sinAlpha
      let cos2Sigma = cosSquared == 0 ? 0 : cosSigma - 2 * sinU1 * sinU2 / cosSquared
      let c: Double = f / 16 * cosSquared * (4 + f * (4 - 3 * cosSquared))
      let inner: Double = cos2Sigma + c * cosSigma * (2 * cos2Sigma * cos2Sigma - 1)
      let next: Double = l + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * inner)
      if abs(next - lambda) < 1e-12 {
        let square = cosSquared * (a * a - b * b) / (b * b)
        return b * length(of: sigma, sinSigma, cosSigma, cos2Sigma, square)
      }
      lambda = next
    }
    return onSphere(from, to)
  }

  /// The arc on a unit sphere, stretched to the ellipsoid: Vincenty's series.
  private static func length(
    of sigma: Double, _ sinSigma: Double, _ cosSigma: Double, _ cos2Sigma: Double,
    _ square: Double
  ) -> Double {
    let bigInner: Double = square * (320 - 175 * square) - 768
    let big: Double = 1 + square / 16_384 * (4_096 + square * bigInner)
    let smallInner: Double = square * (74 - 47 * square) - 128
    let small: Double = square / 1_024 * (256 + square * smallInner)
    let double: Double = cos2Sigma * cos2Sigma
    let first: Double = cosSigma * (2 * double - 1)
    let sines: Double = 4 * sinSigma * sinSigma - 3
    let second: Double = small / 6 * cos2Sigma * sines * (4 * double - 3)
    let correction: Double = small * sinSigma * (cos2Sigma + small / 4 * (first - second))
    return big * (sigma - correction)
  }

  private static func onSphere(
    _ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D
  ) -> CLLocationDistance {
    let (one, two) = (from.latitude * .pi / 180, to.latitude * .pi / 180)
    let half = sin((two - one) / 2)
    let across = sin((to.longitude - from.longitude) * .pi / 360)
    let square = half * half + cos(one) * cos(two) * across * across
    return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
  }
}
