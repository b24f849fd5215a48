/// Keeps the compiler from leaving out what computes a value.
///
/// What a job of `BenchmarkWorkload.measure` returns is kept without it.
///
/// - Parameter value: The value, which nothing is done with.
@inline(never) @_optimize(none)
public func blackHole<Value>(_ value: Value) {}

/// Returns a value of which the compiler knows nothing, so that it computes nothing of it beforehand.
///
/// - Parameter value: The value to return.
@inline(never) @_optimize(none)
public func identity<Value>(_ value: Value) -> Value { value }
