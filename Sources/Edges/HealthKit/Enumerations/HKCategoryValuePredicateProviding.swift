/// An enumeration of the values of a category type.
public protocol HKCategoryValuePredicateProviding: Hashable, RawRepresentable
where RawValue == Int {}
