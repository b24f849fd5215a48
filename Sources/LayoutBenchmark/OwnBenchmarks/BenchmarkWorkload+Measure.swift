import Dispatch
import LayoutWorkloads

// The loops are compiled in the caller's module, with its closures: so a job costs one call, and not three.
extension BenchmarkWorkload {
  /// Code that is no layout, such as decoding before a layout, or anything else.
  ///
  /// ```swift
  /// .measure("decode", sizes: [1, 100], throughput: .elements(perSize: 1)) { size, _ in
  ///   Message.json(count: size)
  /// } job: { json in
  ///   try JSONDecoder().decode([Message].self, from: json)
  /// }
  /// ```
  ///
  /// Measured with `closure`, which runs `job` on each worker's thread. Results, comparisons, profiles and reports are
  /// as for layouts, with one element unless `throughput` gives a number. Comparisons judge by wall time, because code
  /// may wait for other threads.
  ///
  /// - Parameters:
  ///   - name: The name: letters, digits, `.`, `-` and `_`.
  ///   - sizes: The sizes to measure, each 0 to a million. Default: none, for a workload of one size: `setUp`
  ///     gets 1.
  ///   - summary: A description in one line, for `list`. Default: empty.
  ///   - throughput: The elements or bytes that a job processes, shown as a rate. Default: nil, for no rate.
  ///   - freshInputs: True if each job gets an input of its own, equal to the others, as code that changes it needs: up
  ///     to 256 exist at a time for each worker. Default: false, for one input that each job leaves to the next.
  ///   - setUp: Makes a job's input, on the worker's thread. It is neither timed nor counted.
  ///   - job: The code that is timed. Every job SHOULD do the same work. The compiler cannot leave the computation of
  ///     its result out. An error ends the measuring of its cell, which fails with the error's description.
  @inlinable
  public static func measure<Input, Result>(
    _ name: String, sizes: [Int] = [], summary: String = "",
    throughput: BenchmarkThroughput? = nil, freshInputs: Bool = false,
    setUp: @escaping @Sendable (_ size: Int, _ random: inout BenchmarkRandom) throws -> Input,
    job: @escaping @Sendable (_ input: inout Input) throws -> Result
  ) -> BenchmarkWorkload {
    code(name, sizes, summary, throughput, isAsynchronous: false) { size, seed in
      let inputs = try JobInputs(areFresh: freshInputs, size: size, seed: seed, setUp: setUp)
      let run: (Int) throws -> Void = { jobs in
        var input = inputs.first
        if !freshInputs {
          for _ in 0..<jobs { blackHole(try job(&input.pointee)) }
        } else {
          for _ in 0..<jobs {
            blackHole(try job(&input.pointee))
            input += 1
          }
        }
      }
      return (freshInputs ? { try inputs.prepare($0) } : nil, run)
    }
  }

  /// Asynchronous code, such as a chain of actors. The parameters are the same as for other code.
  ///
  /// The jobs of a worker run one after another in a task, while its thread waits; processor time is the whole process's.
  /// The allocations of tasks are not counted. A job MUST NOT need the main actor, whose thread waits too.
  @inlinable
  public static func measure<Input, Result>(
    _ name: String, sizes: [Int] = [], summary: String = "",
    throughput: BenchmarkThroughput? = nil, freshInputs: Bool = false,
    setUp: @escaping @Sendable (_ size: Int, _ random: inout BenchmarkRandom) throws -> Input,
    job: @escaping @Sendable (_ input: inout Input) async throws -> Result
  ) -> BenchmarkWorkload {
    code(name, sizes, summary, throughput, isAsynchronous: true) { size, seed in
      let inputs = try JobInputs(areFresh: freshInputs, size: size, seed: seed, setUp: setUp)
      let run: (Int) throws -> Void = { jobs in
        try waiting {
          var input = inputs.first
          for _ in 0..<jobs {
            blackHole(try await job(&input.pointee))
            if freshInputs { input += 1 }
          }
        }
      }
      return (freshInputs ? { try inputs.prepare($0) } : nil, run)
    }
  }

  /// Code that needs only its size; see `measure(_:sizes:summary:throughput:freshInputs:setUp:job:)`.
  @inlinable
  public static func measure<Result>(
    _ name: String, sizes: [Int] = [], summary: String = "", throughput: BenchmarkThroughput? = nil,
    job: @escaping @Sendable (_ size: Int) throws -> Result
  ) -> BenchmarkWorkload {
    measure(
      name, sizes: sizes, summary: summary, throughput: throughput, setUp: { size, _ in size },
      job: { try job($0) })
  }

  /// Asynchronous code that needs only its size; see `measure(_:sizes:summary:throughput:freshInputs:setUp:job:)`.
  @inlinable
  public static func measure<Result>(
    _ name: String, sizes: [Int] = [], summary: String = "", throughput: BenchmarkThroughput? = nil,
    job: @escaping @Sendable (_ size: Int) async throws -> Result
  ) -> BenchmarkWorkload {
    measure(
      name, sizes: sizes, summary: summary, throughput: throughput, setUp: { size, _ in size },
      job: { try await job($0) })
  }

  @usableFromInline
  static func code(
    _ name: String, _ sizes: [Int], _ summary: String,
    _ throughput: BenchmarkThroughput?, isAsynchronous: Bool,
    load:
      @escaping @Sendable (_ size: Int, _ seed: UInt64) throws -> (
        prepare: ((Int) throws -> Void)?, run: (Int) throws -> Void
      )
  ) -> BenchmarkWorkload {
    let kind = isAsynchronous ? "asynchronous code" : "code"
    var family = family(name, sizes, summary.isEmpty ? kind : "\(summary) (\(kind))", narrow, nil) {
      builder, _, _ in builder.add(.spec)
    }
    family.job = { size in
      var (elements, bytes) = (1, Int?.none)
      switch throughput {
      case .elements(let count): elements = max(count * size, 1)
      case .bytes(let count): bytes = count * size
      case nil: break
      }
      return MeasuredJob(
        isAsynchronous: isAsynchronous, elementCount: elements, byteCount: bytes
      ) { try load(size, $0) }
    }
    return BenchmarkWorkload(family: family, sizes: sizes, subjects: [JobSubject.closure.name])
  }

  /// Runs a task until it has ended, and returns its result or throws its error.
  @usableFromInline
  static func waiting(for work: @escaping @Sendable () async throws -> Void) throws {
    let end = DispatchSemaphore(value: 0)
    // SAFETY: read when the task has ended.
    nonisolated(unsafe) var failure: (any Error)?
    Task.detached(priority: .userInitiated) {
      do { try await work() } catch { failure = error }
      end.signal()
    }
    end.wait()
    if let failure { throw failure }
  }
}
