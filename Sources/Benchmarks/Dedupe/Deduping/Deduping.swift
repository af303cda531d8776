import Benchmark
import BenchmarkSupport

/// Measures the curves that BenchmarkSupport describes, each beside the decision it serves.
let benchmarks: @Sendable () -> Void = { Benchmark.add(Curve.deduping) }
