public import Benchmark

extension Benchmark {
  /// Adds a benchmark for every point of some curves.
  public static func add(_ curves: [Curve]) {
    let configuration = Configuration(
      metrics: [.wallClock], warmupIterations: 2, maxDuration: .seconds(1), maxIterations: 1000)
    for curve in curves {
      for size in curve.sizes {
        // One at a time: a curve up to 100,000 cards would otherwise hold all its inputs at once.
        var input: [UInt8] = []
        Benchmark(
          "\(curve.name)/\(size)", configuration: configuration,
          closure: { benchmark in
            do {
              try curve.run(input, size)
            } catch {
              benchmark.error("\(error)")
            }
          },
          setup: { input = curve.input(size) },
          teardown: { input = [] })
      }
    }
  }
}
