/// Keeps the compiler from leaving the computation of a value out.
///
/// The results of jobs of `BenchmarkWorkload.measure` need no call.
///
/// - Parameter value: The value, which is not used.
@inline(never) @_optimize(none)
public func blackHole<Value>(_ value: Value) {}

/// Returns the value and hides it from the compiler, so that nothing is computed from it beforehand.
///
/// - Parameter value: The value to return.
@inline(never) @_optimize(none)
public func identity<Value>(_ value: Value) -> Value { value }
