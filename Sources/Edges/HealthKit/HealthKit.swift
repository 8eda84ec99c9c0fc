// As on Apple's platforms a file that imports HealthKit sees these, too.
@_exported public import Foundation
@_exported public import FoundationNetworking
internal import HealthModel
@_exported public import Observation

// Foundation has types of the same names as the engine.
typealias EnginePredicate = HealthModel.Predicate
typealias EngineSortDescriptor = HealthModel.SortDescriptor
typealias EngineUnit = HealthModel.Unit
typealias EngineQuantity = HealthModel.Quantity
typealias EngineStatistics = HealthModel.Statistics
typealias EngineSource = HealthModel.Source
typealias EngineRevision = HealthModel.SourceRevision
typealias EngineDevice = HealthModel.Device

/// Stops the program for a mistake in it, where Apple's framework raises an exception that Swift cannot
/// catch.
///
/// - Parameter reason: What is wrong, in the words of Apple's framework where they are known, without any
///   health value.
func stop(_ reason: String) -> Never {
  fatalError("NSInvalidArgumentException: \(reason)")
}

/// Lets an initialiser give back an object that exists already, or one of a subclass, as those of
/// Objective-C can.
public protocol InitializedByFactory {}
