#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a level of a tree may take on the stack, in bytes, user code included. A debug build keeps every value that it
/// copies.
#if DEBUG
private let bytesPerLevel = 10 << 10
#else
private let bytesPerLevel = 2 << 10
#endif

/// How many levels of a tree fit on any thread's stack: a Dispatch worker has 512 KiB, and some of it is in use already.
private let levelsOnAnyStack = (384 << 10) / bytesPerLevel

/// Runs `body`, on this thread where a tree of so many levels fits on its stack, else on one with a stack that is large
/// enough, while this one waits.
///
/// The engine recurses along a tree. How deep a tree is is known before it is laid out, so ordinary trees pay nothing for
/// the deep ones. The memory of a large stack is only taken as far as it is used.
func withDeepStack(levels: Int, _ body: () -> Void) {
  guard levels > levelsOnAnyStack else { return body() }
  withoutActuallyEscaping(body) { escapable in
    var work = escapable
    withUnsafeMutablePointer(to: &work) { pointer in
      runOnThread(stackSize: (1 << 20) + levels * bytesPerLevel, UnsafeMutableRawPointer(pointer))
    }
  }
}

/// Starts a thread that calls the closure behind `argument`, and waits until it is done.
private func runOnThread(stackSize: Int, _ argument: UnsafeMutableRawPointer) {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  let pageMask = 0xFFFF
  pthread_attr_setstacksize(&attributes, (stackSize + pageMask) & ~pageMask)

  #if canImport(Darwin)
  var thread: pthread_t?
  let status = pthread_create(
    &thread, &attributes,
    {
      callClosure($0)
      return nil
    }, argument)
  guard status == 0, let thread else {
    preconditionFailure("No thread with a stack of \(stackSize) bytes could be started")
  }
  #else
  var thread = pthread_t()
  let status = pthread_create(
    &thread, &attributes,
    {
      callClosure($0)
      return nil
    }, argument)
  precondition(status == 0, "No thread with a stack of \(stackSize) bytes could be started")
  #endif
  pthread_join(thread, nil)
}

private func callClosure(_ argument: UnsafeMutableRawPointer?) {
  guard let argument else { return }
  argument.assumingMemoryBound(to: (() -> Void).self).pointee()
}
