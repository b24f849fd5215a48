#include <stdint.h>

// Numbers that several threads change, for the harness: Swift's own need macOS 15. Their memory is accessed by these functions
// alone. Always inlined into Swift's code, which the thread sanitizer instruments; it does not instrument this.
#define ATOMIC static inline __attribute__((always_inline))

ATOMIC intptr_t atomic_value(const intptr_t *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }
ATOMIC intptr_t atomic_relaxed_value(const intptr_t *number) { return __atomic_load_n(number, __ATOMIC_RELAXED); }
ATOMIC void atomic_set(intptr_t *number, intptr_t value) { __atomic_store_n(number, value, __ATOMIC_RELEASE); }
// Both return the value before.
ATOMIC intptr_t atomic_add(intptr_t *number, intptr_t more) { return __atomic_fetch_add(number, more, __ATOMIC_ACQ_REL); }
ATOMIC intptr_t atomic_relaxed_add(intptr_t *number, intptr_t more) {
  return __atomic_fetch_add(number, more, __ATOMIC_RELAXED);
}
ATOMIC intptr_t atomic_exchange_value(intptr_t *number, intptr_t value) {
  return __atomic_exchange_n(number, value, __ATOMIC_ACQ_REL);
}

// Linux's functions that bind a thread to processors, and one that makes a pipe. Headers declare them only under _GNU_SOURCE, so that Swift
// does not see them.
//
// Declared and not wrapped: valgrind 3.19 reads no program with debug information that clang wrote for C, and counts its instructions no more.
#ifdef __linux__

#include <stddef.h>
#include <sys/types.h>

// A bit for each processor, the first one the lowest of the first byte. Both return 0, or -1 and set errno.
extern int sched_getaffinity(pid_t thread, size_t byte_count, void *mask);
extern int sched_setaffinity(pid_t thread, size_t byte_count, const void *mask);

// Both ends of a pipe, the one to read from first. Flags as open's. Returns 0, or -1 and sets errno.
extern int pipe2(int ends[2], int flags);

#endif

// Makes callgrind count from here on, if the program runs under it with --instr-atstart=no. Otherwise these instructions have no effect:
// they rotate a register by 64 bits in all, and exchange another one with itself. Callgrind's manual calls the request
// CALLGRIND_START_INSTRUMENTATION; valgrind knows it by the sequence, and finds its number where the first register points.
static inline void start_instrumentation(void) {
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
  volatile unsigned long request[6] = {('C' << 24 | 'T' << 16) + 4, 0, 0, 0, 0, 0};
#ifdef __x86_64__
  unsigned long result = 0;
  __asm__ volatile(
      "rolq $3, %%rdi\n rolq $13, %%rdi\n rolq $61, %%rdi\n rolq $51, %%rdi\n xchgq %%rbx, %%rbx"
      : "+d"(result)
      : "a"(request)
      : "cc", "memory");
#else
  __asm__ volatile(
      "mov x3, #0\n mov x4, %0\n"
      "ror x12, x12, #3\n ror x12, x12, #13\n ror x12, x12, #51\n ror x12, x12, #61\n orr x10, x10, x10"
      :
      : "r"(request)
      : "cc", "memory", "x3", "x4");
#endif
#endif
}

// Does nothing, but the compiler does not know it: it keeps the calls of a function that calls this one.
static inline void have_an_effect(void) { __asm__ volatile("" ::: "memory"); }
