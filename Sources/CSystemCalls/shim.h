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
