// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The limit of a query that wants all there is.
public let HKObjectQueryNoLimit = 0
/// The anchor of iOS 8 before everything.
public let HKAnchoredObjectQueryNoAnchor = 0
/// What is wrong with a clinical document, in the information of an error.
public let HKDetailedCDAValidationErrorKey = "HKDetailedCDAValidationErrorKey"

extension NSNotification.Name {
  /// Somebody chose other units to read quantities in.
  public static let HKUserPreferencesDidChange = Self("HKUserPreferencesDidChangeNotification")
}
