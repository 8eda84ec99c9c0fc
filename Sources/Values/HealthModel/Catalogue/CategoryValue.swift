/// The values that a category type permits, as an app names them.
package protocol CategoryValue: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {}
